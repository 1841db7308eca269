/** A value of the config. */
export type OptionValue = number | boolean | string | readonly string[]

/** The options of a rule by their names. A setting in the config has the type of the default. */
export interface RuleOptions {
  readonly [name: string]: { readonly default: OptionValue; readonly summary: string }
}

/** The way to a value in a scenario's document: `['scenario', 'definition', 'nodes', 2, 'text']`. */
export type DocumentPath = readonly (string | number)[]

/** A change of one value of a document, made in its source. */
export type Change =
  /** Puts another text in the place of the text at `path`. */
  | { readonly kind: 'replace'; readonly path: DocumentPath; readonly text: string }
  /** Takes the item at `path` out of its list. */
  | { readonly kind: 'remove'; readonly path: DocumentPath }
  /** Takes every character that fits out of the text at `path`; `characters` has the flags g and u. */
  | { readonly kind: 'strip'; readonly path: DocumentPath; readonly characters: RegExp }

/** When an edge is taken. A type's own fields are next to `type`. */
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

/** What a scenario's source says, in the form that a deploy sends. Frozen. */
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

/** A scenario that a rule looks at. Frozen. */
export interface Scenario {
  /** Its identity: `billing/refund-status`. */
  readonly key: string
  /** The source's name, relative to the config, with forward slashes. */
  readonly file: string
  readonly isActive: boolean
  readonly renamedFrom?: string
  readonly document: ScenarioDocument
}

/** What a rule has found in a scenario. */
export interface ScenarioReport {
  /** What is wrong, and what it means for the customer. */
  readonly message: string
  /** Where: a value of the document, or a field that is missing there. Without it the node, or the start of the file. */
  readonly at?: DocumentPath
  /** The id of the node that it is about. */
  readonly node?: string
  /** The ids of the nodes of a walk that proves it. */
  readonly walk?: readonly string[]
  readonly related?: readonly { readonly at: DocumentPath; readonly message: string }[]
  /** What to do. */
  readonly help?: string
  /** What would fix it. The rule then has `hasFix: true`. */
  readonly fix?: { readonly title: string; readonly change: Change }
}

/** What a rule has found in the project: in one of its scenarios. */
export interface ProjectReport extends Omit<ScenarioReport, 'related'> {
  /** The scenario's key. */
  readonly scenario: string
  readonly related?: readonly { readonly scenario: string; readonly at: DocumentPath; readonly message: string }[]
}

/** The project file, as it is written. */
export interface Config {
  readonly [field: string]: unknown
}

/** What a rule of one scenario is given. */
export interface ScenarioContext<Options = { readonly [name: string]: OptionValue }> {
  readonly scenario: Scenario
  /** The scenario's flow. */
  readonly definition: Definition
  readonly config: Config
  /** As the config sets them, else the defaults. */
  readonly options: Options
  report(report: ScenarioReport): void
}

/** What a rule of a whole project is given. */
export interface ProjectContext<Options = { readonly [name: string]: OptionValue }> {
  /** Those that can be read, in the order of their files. */
  readonly scenarios: readonly Scenario[]
  readonly config: Config
  /** As the config sets them, else the defaults. */
  readonly options: Options
  report(report: ProjectReport): void
}

interface RuleDescription {
  /** `<group>/<name>`, in small letters, digits and dashes. The group is none of Scenewright's own. */
  readonly id: string
  /** How much a finding of it matters where the config does not say. */
  readonly level: 'error' | 'warning' | 'info'
  /** What it finds, in one sentence. */
  readonly summary: string
  readonly options?: RuleOptions
  /** Whether some of its reports have a fix. */
  readonly hasFix?: boolean
  /** Where more about it is written: an address, or a file relative to the config. */
  readonly docs?: string
}

/** A rule that looks at one scenario after the other. It answers at once, and depends on only its context. */
export interface ScenarioRule extends RuleDescription {
  readonly scope: 'scenario'
  // biome-ignore lint/suspicious/noExplicitAny: a rule may say by its parameter's type what its options are
  check(context: ScenarioContext<any>): void
}

/** A rule that looks at all scenarios together. */
export interface ProjectRule extends RuleDescription {
  readonly scope: 'project'
  // biome-ignore lint/suspicious/noExplicitAny: a rule may say by its parameter's type what its options are
  check(context: ProjectContext<any>): void
}

/** A rule of the team's own. The module that `custom_rules` names exports a list of them. */
export type CustomRule = ScenarioRule | ProjectRule
