import type { Severity } from '@scenewright/model'
import type { ProjectContext, ScenarioContext, SourceContext, SuppressionContext } from './context.ts'

/** What an option of a rule can be in the config. */
export type OptionValue = number | boolean | string | readonly string[]

/** The options of a rule by their names. A setting in the config has the type of the default. */
export interface RuleOptions {
  readonly [name: string]: { readonly default: OptionValue; readonly summary: string }
}

/** The values that a rule's options have in a run. */
type OptionValues<Options extends RuleOptions> = { readonly [Name in keyof Options]: Options[Name]['default'] }

interface RuleDescription<Options extends RuleOptions> {
  /** `<group>/<name>`, for ever. */
  readonly id: string
  /** How much a finding of it matters where the config does not say. */
  readonly level: Severity
  /** What it finds, in one sentence. */
  readonly summary: string
  readonly options?: Options
  /** Whether `check --fix` can mend some of what it finds. */
  readonly hasFix?: true
  /** Where more is said of it, if not on a page of the toolkit's own. */
  readonly docs?: string
}

/** A rule that looks at one source after the other, whether or not it binds. */
export interface SourceRule extends RuleDescription<RuleOptions> {
  readonly scope: 'source'
  check(context: SourceContext): void
}

/** A rule that looks at one scenario after the other. */
export interface ScenarioRule<Options extends RuleOptions = RuleOptions> extends RuleDescription<Options> {
  readonly scope: 'scenario'
  check(context: ScenarioContext<OptionValues<Options>>): void
}

/** A rule that looks at all sources together. */
export interface ProjectRule<Options extends RuleOptions = RuleOptions> extends RuleDescription<Options> {
  readonly scope: 'project'
  /** Whether it looks at what starts the scenarios, so that it is gathered. */
  readonly needsTriggers?: true
  check(context: ProjectContext<OptionValues<Options>>): void
}

/** A rule that looks at what has become of the suppressions, once every other rule has run. */
export interface SuppressionRule extends RuleDescription<RuleOptions> {
  readonly scope: 'suppression'
  check(context: SuppressionContext): void
}

export type Rule = SourceRule | ScenarioRule | ProjectRule | SuppressionRule

/** The group of a rule: what stands before the slash of its id. */
export function groupOf(id: string): string {
  return id.replace(/\/.*/, '')
}

/** The rules of one scope. */
export function rulesOf<Scope extends Rule['scope']>(
  rules: readonly Rule[],
  scope: Scope,
): readonly Extract<Rule, { readonly scope: Scope }>[] {
  return rules.filter((rule): rule is Extract<Rule, { readonly scope: Scope }> => rule.scope === scope)
}

/** Defines a rule of one scenario; the options give their types to `check`. */
export function scenarioRule<Options extends RuleOptions = Record<never, never>>(
  rule: Omit<ScenarioRule<Options>, 'scope'>,
): ScenarioRule<Options> {
  return { scope: 'scenario', ...rule }
}

/** Defines a rule of all sources together. */
export function projectRule<Options extends RuleOptions = Record<never, never>>(
  rule: Omit<ProjectRule<Options>, 'scope'>,
): ProjectRule<Options> {
  return { scope: 'project', ...rule }
}

/** Defines a rule of the suppressions. */
export function suppressionRule(rule: Omit<SuppressionRule, 'scope'>): SuppressionRule {
  return { scope: 'suppression', ...rule }
}
