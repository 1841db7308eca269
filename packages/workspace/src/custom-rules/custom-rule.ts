/** A value of the config. */
export type OptionValue = number | boolean | string | readonly string[]

/** The options of a rule by their names. A setting in the config has the type of the default. */
export interface RuleOptions {
  readonly [name: string]: { readonly default: OptionValue; readonly summary: string }
}

/** The path of a value in a scenario's document: `['scenario', 'definition', 'nodes', 2, 'text']`. */
export type DocumentPath = readonly (string | number)[]

/** A change of one value of a document, made in its source. */
export type Change =
  /** Replaces the text at `path`. */
  | { readonly kind: 'replace'; readonly path: DocumentPath; readonly text: string }
  /** Removes the item at `path` from its list. */
  | { readonly kind: 'remove'; readonly path: DocumentPath }
  /** Removes every matching character from the text at `path`; `characters` has the flags g and u. */
  | { readonly kind: 'strip'; readonly path: DocumentPath; readonly characters: RegExp }

/** The condition of an edge. A type's own fields are next to `type`. */
export interface Condition {
  readonly type: string
  readonly [field: string]: unknown
}

/** A node in the document's form. A FIXED_REPLY has `text`. */
export interface FlowNode {
  readonly id: string
  readonly type: string
  readonly title?: string
  readonly text?: unknown
  readonly [field: string]: unknown
}

/** An edge in the document's form. */
export interface FlowEdge {
  readonly id: string
  readonly source: string
  readonly target: string
  readonly priority?: number
  readonly condition?: Condition
  readonly [field: string]: unknown
}

/** The flow of a scenario. */
export interface Definition {
  readonly start_node_id: string
  readonly nodes: readonly FlowNode[]
  readonly edges: readonly FlowEdge[]
  readonly [field: string]: unknown
}

/** The content of a scenario's source, in the form of a deploy. Frozen. */
export interface ScenarioDocument {
  readonly scenario: {
    readonly title: string
    readonly trigger_description: string
    readonly clarification_label?: string | null
    readonly description?: string | null
    readonly examples?: readonly string[]
    readonly exclusions?: readonly string[]
    readonly min_confidence?: number
    readonly priority?: number
    readonly allow_repeat_in_dialogue?: boolean
    readonly exit_message?: string | null
    readonly definition: Definition
    readonly [field: string]: unknown
  }
  readonly [field: string]: unknown
}

/** A scenario to check. Frozen. */
export interface Scenario {
  /** Its identity: `billing/refund-status`. */
  readonly key: string
  /** The source's name, relative to the config, with forward slashes. */
  readonly file: string
  readonly isActive: boolean
  readonly renamedFrom?: string
  readonly document: ScenarioDocument
}

/** A rule's finding in a scenario. */
export interface ScenarioReport {
  /** The problem, and its effect on the customer. */
  readonly message: string
  /**
   * The place: a value of the document, or a field that is missing there. By default the node, or the start of the
   * file.
   */
  readonly at?: DocumentPath
  /** The id of the node of the finding. */
  readonly node?: string
  /** The ids of the nodes of a walk that proves it. */
  readonly walk?: readonly string[]
  readonly related?: readonly { readonly at: DocumentPath; readonly message: string }[]
  /** The advice. */
  readonly help?: string
  /** The change that would fix it. Requires `hasFix: true` in the rule. */
  readonly fix?: { readonly title: string; readonly change: Change }
}

/** A rule's finding in the project: in one of its scenarios. */
export interface ProjectReport extends Omit<ScenarioReport, 'related'> {
  /** The scenario's key. */
  readonly scenario: string
  readonly related?: readonly { readonly scenario: string; readonly at: DocumentPath; readonly message: string }[]
}

/** The project file, as written. */
export interface Config {
  readonly [field: string]: unknown
}

/** The input of a rule for a scenario. */
export interface ScenarioContext<Options = { readonly [name: string]: OptionValue }> {
  readonly scenario: Scenario
  /** The scenario's flow. */
  readonly definition: Definition
  readonly config: Config
  /** From the config, or else the defaults. */
  readonly options: Options
  report(report: ScenarioReport): void
}

/** The input of a rule for a whole project. */
export interface ProjectContext<Options = { readonly [name: string]: OptionValue }> {
  /** Those that can be compiled, in the order of their files. */
  readonly scenarios: readonly Scenario[]
  readonly config: Config
  /** From the config, or else the defaults. */
  readonly options: Options
  report(report: ProjectReport): void
}

interface RuleDescription {
  /** `<group>/<name>`, in lower-case letters, digits and dashes. The group must not be one of Scenewright's own. */
  readonly id: string
  /** The default level of its findings. */
  readonly level: 'error' | 'warning' | 'info'
  /** The problem that it finds, in one sentence. */
  readonly summary: string
  readonly options?: RuleOptions
  /** Whether some of its reports have a fix. */
  readonly hasFix?: boolean
  /** Its documentation: an address, or a file relative to the config. */
  readonly docs?: string
}

/** A rule that checks each scenario. It is synchronous, and depends only on its context. */
export interface ScenarioRule extends RuleDescription {
  readonly scope: 'scenario'
  // biome-ignore lint/suspicious/noExplicitAny: a rule may say by its parameter's type what its options are
  check(context: ScenarioContext<any>): void
}

/** A rule that checks all scenarios together. */
export interface ProjectRule extends RuleDescription {
  readonly scope: 'project'
  // biome-ignore lint/suspicious/noExplicitAny: a rule may say by its parameter's type what its options are
  check(context: ProjectContext<any>): void
}

/** A custom rule. The module in `custom_rules` exports a list of them. */
export type CustomRule = ScenarioRule | ProjectRule
