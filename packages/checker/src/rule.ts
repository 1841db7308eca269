import type { ProjectContext, ScenarioContext, SourceContext, SuppressionContext } from './context.ts'
import type { OptionValues, RuleDescription, RuleOptions } from './rule-description.ts'

/** A rule that checks each source, even if the source does not bind. */
export interface SourceRule extends RuleDescription<RuleOptions> {
  readonly scope: 'source'
  check(context: SourceContext): void
}

/** A rule that checks each scenario. */
export interface ScenarioRule<Options extends RuleOptions = RuleOptions> extends RuleDescription<Options> {
  readonly scope: 'scenario'
  check(context: ScenarioContext<OptionValues<Options>>): void
}

/** A rule that checks all sources together. */
export interface ProjectRule<Options extends RuleOptions = RuleOptions> extends RuleDescription<Options> {
  readonly scope: 'project'
  /** Whether it needs the data about triggers, so that this data is collected. */
  readonly needsTriggers?: true
  /** Whether it uses the evaluations of all examples and exclusions, which take most of the time of a check. */
  readonly needsEvaluations?: true
  check(context: ProjectContext<OptionValues<Options>>): void
}

/** A rule that checks the suppressions after all other rules have run. */
export interface SuppressionRule extends RuleDescription<RuleOptions> {
  readonly scope: 'suppression'
  check(context: SuppressionContext): void
}

export type Rule = SourceRule | ScenarioRule | ProjectRule | SuppressionRule

/** The rules of one scope. */
export function rulesOf<Scope extends Rule['scope']>(
  rules: readonly Rule[],
  scope: Scope,
): readonly Extract<Rule, { readonly scope: Scope }>[] {
  return rules.filter((rule): rule is Extract<Rule, { readonly scope: Scope }> => rule.scope === scope)
}

/** Defines a rule for a scenario; the options determine the types of `check`. */
export function scenarioRule<Options extends RuleOptions = Record<never, never>>(
  rule: Omit<ScenarioRule<Options>, 'scope'>,
): ScenarioRule<Options> {
  return { scope: 'scenario', ...rule }
}

/** Defines a rule for all sources together. */
export function projectRule<Options extends RuleOptions = Record<never, never>>(
  rule: Omit<ProjectRule<Options>, 'scope'>,
): ProjectRule<Options> {
  return { scope: 'project', ...rule }
}

/** Defines a rule for suppressions. */
export function suppressionRule(rule: Omit<SuppressionRule, 'scope'>): SuppressionRule {
  return { scope: 'suppression', ...rule }
}
