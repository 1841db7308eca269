import type { Severity } from '@scenewright/model'

/** The value of a rule's option in the config. */
export type OptionValue = number | boolean | string | readonly string[]

/** The options of a rule by their names. A setting in the config has the type of the default. */
export interface RuleOptions {
  readonly [name: string]: { readonly default: OptionValue; readonly summary: string }
}

/** The values that a rule's options have in a run. */
export type OptionValues<Options extends RuleOptions> = { readonly [Name in keyof Options]: Options[Name]['default'] }

export interface RuleDescription<Options extends RuleOptions = RuleOptions> {
  /** `<group>/<name>`; it never changes. */
  readonly id: string
  /** The default level of its findings. */
  readonly level: Severity
  /** The problem that the rule finds, in one sentence. */
  readonly summary: string
  readonly options?: Options
  /** Whether `check --fix` can fix some of its findings. */
  readonly hasFix?: true
  /** Its documentation, if that is not a page of the toolkit. */
  readonly docs?: string
}

/** The group of a rule: the part of its id before the slash. */
export function groupOf(id: string): string {
  return id.replace(/\/.*/, '')
}

/** The rules whose findings no setting and no suppression changes: with one, a document would be missing or wrong. */
const mandatoryRules: ReadonlySet<string> = new Set([
  'source/syntax',
  'source/not-static',
  'source/schema',
  'source/needs-quotes',
  'source/duplicate-key',
])

/** Whether the findings of the rule are always errors. */
export function isMandatory(id: string): boolean {
  return mandatoryRules.has(id)
}
