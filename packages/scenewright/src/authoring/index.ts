/**
 * Scenarios and their tests in TypeScript: the fields of a YAML source, typed. A source is read, never run, so it may
 * use what the page on the source format lists, and nothing else.
 *
 * A node's type holds the ids that it leads to. An id that is a plain `string` cannot be judged here, and is taken.
 */

/** Marks what the functions of this module have made. It is no field of a source. */
declare const made: unique symbol

/** Fields that are carried as they are. */
export interface Data {
  readonly [field: string]: unknown
}

/** When an edge is taken; a type's own fields are next to it. */
export interface Condition {
  /** ALWAYS, or a type that the config declares under extensions. */
  readonly type: string
  readonly [field: string]: unknown
}

/** The edge to a node, with its own fields. */
export interface Target<Id extends string = string> {
  /** The id of the node that follows. */
  readonly to: Id
  /**
   * Of several edges the lower number comes first. Default: the place in the list, from 1. null leaves it out of the
   * document.
   */
  readonly priority?: number | null
  /**
   * When the edge is taken; a type's own fields are next to it. Default { type: ALWAYS }. null leaves it out of the
   * document.
   */
  readonly condition?: Condition | null
  /** The edge's id. Default: <source>--<target>. */
  readonly id?: string
  /** Fields of the edge that the toolkit does not know, carried as they are. */
  readonly extra?: Data
}

/** The node that follows: its id, { to, priority, condition, id }, or a list of those. */
export type Next<Id extends string = string> = Id | Target<Id> | readonly (Id | Target<Id>)[]

/** The fields of an END. */
export interface EndFields {
  /** The node's name in the service's editor. Default: its id. null leaves it out of the document. */
  readonly title?: string | null
  /** Fields of the node that the toolkit does not know, carried as they are. */
  readonly extra?: Data
}

/** The fields that every node but an END may have. */
export interface NodeFields<Id extends string = string> extends EndFields {
  /** The node that follows: its id, { to, priority, condition, id }, or a list of those. */
  readonly next?: Next<Id>
}

/**
 * The own fields of node types, by type. A team adds those that its config declares:
 *
 * ```ts
 * declare module 'scenewright' {
 *   interface NodeTypes { ASK: { readonly text: string } }
 * }
 * ```
 */
export interface NodeTypes {
  readonly FIXED_REPLY: {
    /** What the customer reads. */
    readonly text: string
  }
}

type OwnFields<Type extends string> = Type extends keyof NodeTypes ? NodeTypes[Type] : Data
type AllFields<Type extends string, Id extends string> = NodeFields<Id> & OwnFields<Type>

// biome-ignore lint/suspicious/noExplicitAny: the one type that can be taken anywhere, and takes anything
type Unjudged = any
type Judged<Id extends string> = string extends Id ? Unjudged : Id

/** A node of a flow. `To` are the ids that it leads to, as far as they are known. */
export interface FlowNode<out To = Unjudged> {
  readonly [made]: To
}

/**
 * The nodes by their ids; or a list of pairs, each an id and its node. JavaScript puts ids that are whole numbers
 * first and drops the first of two that are equal: a list keeps both.
 */
export type Nodes<Id extends string = string> =
  | { readonly [Own in Id]: FlowNode<NoInfer<Id>> }
  | readonly (readonly [id: Id, node: FlowNode<NoInfer<Id>>])[]

/** An edge in the document's own form. */
export interface Edge<Id extends string = string> {
  /** The edge's id. Default: <source>--<target>. */
  readonly id?: string
  /** The id of the node that the edge leaves. */
  readonly source: Id
  /** The id of the node that the edge enters. */
  readonly target: Id
  /**
   * Of several edges the lower number comes first. Default: the place in the list, from 1. null leaves it out of the
   * document.
   */
  readonly priority?: number | null
  /**
   * When the edge is taken; a type's own fields are next to it. Default { type: ALWAYS }. null leaves it out of the
   * document.
   */
  readonly condition?: Condition | null
  /** Fields of the edge that the toolkit does not know, carried as they are. */
  readonly extra?: Data
}

/** What the scenario says: nodes, and the edges between them. */
export interface Flow<Id extends string = string> {
  /** The id of the first node. Default: the first one listed. */
  readonly start?: NoInfer<Id>
  /** The nodes by their ids. */
  readonly nodes: Nodes<Id>
  /** The edges in the document's own form, instead of every `next`. */
  readonly edges?: readonly Edge<NoInfer<Id>>[]
  /** Fields of the definition that the toolkit does not know, carried as they are. */
  readonly extra?: Data
}

/** The import document around the scenario. */
export interface DocumentFields {
  /** Fields of the document around the scenario that the toolkit does not know, carried as they are. */
  readonly extra?: Data
}

/** A scenario as its authors write it: when it starts, and what it says. */
export interface ScenarioSource<Id extends string = string> {
  /** The scenario's name, for the people who look after the bot. */
  readonly title: string
  /** When the scenario starts, in a sentence: what the customer wants. */
  readonly trigger_description: string
  /** Short topic name shown to the customer when several scenarios match. Default: the title. */
  readonly clarification_label?: string | null
  /** A note for the team. Customers never see it. */
  readonly description?: string | null
  /** Messages that should start the scenario, in the customer's own words. 5 to 12 are a good number. */
  readonly examples?: readonly string[]
  /** Messages that must not start the scenario, though they look like it. */
  readonly exclusions?: readonly string[]
  /**
   * The confidence from which the scenario starts, 50 to 100; higher is stricter. Default: scenarios.min_confidence of
   * the project file, or 78. null leaves it out of the document.
   */
  readonly min_confidence?: number | null
  /** Of two scenarios with equal confidence the lower number starts. Default 100. null leaves it out of the document. */
  readonly priority?: number | null
  /**
   * Whether the scenario may start again in a dialogue in which it has run. Default false. null leaves it out of the
   * document.
   */
  readonly allow_repeat_in_dialogue?: boolean | null
  /** The reply when the customer leaves the scenario; empty or null gives the standard reply. At most 2000 characters. */
  readonly exit_message?: string | null
  /** What the scenario says: nodes, and the edges between them. */
  readonly flow: Flow<Id>
  /** Where the boxes are in the service's editor. Kept as it is; moving boxes publishes nothing. */
  readonly layout?: Data
  /** Functions and other objects that the scenario needs on the service. */
  readonly dependencies?: Data
  /** The scenario's identity, forever. Default: the file's path below the sources folder, without the suffix. */
  readonly key?: string
  /** The key that the scenario had before. */
  readonly renamed_from?: string
  /**
   * Whether a deploy switches the scenario on, and the simulator lets it take part. Default true. Not part of the
   * document.
   */
  readonly is_active?: boolean
  /** Fields of the scenario that the toolkit does not know, carried into the document as they are. */
  readonly extra?: Data
  /** The import document around the scenario. */
  readonly document?: DocumentFields
}

/** A scenario that a source exports. */
export interface Scenario extends ScenarioSource {
  readonly [made]: 'scenario'
}

/** Stands where a scenario has no field of that name; no value fits it. */
export interface NoSuchField<Name> {
  readonly [made]: Name
}

/** A scenario. The ids of its nodes are those that `next`, `start` and the edges may name. */
export function scenario<const Id extends string, Field extends PropertyKey>(
  // The second part sees a misspelled field also next to a spread, where TypeScript by itself takes any. The copy of a
  // scenario has its mark, too.
  source: ScenarioSource<Id> & {
    readonly [Own in Field]?: Own extends keyof Scenario ? unknown : NoSuchField<Own>
  },
): Scenario {
  return frozenCopy(source) as Scenario
}

/** A node that says `text` to the customer, and goes on. */
export function reply<const Id extends string = never>(text: string, fields?: NodeFields<Id>): FlowNode<Judged<Id>> {
  return frozenCopy({ text, ...fields }) as FlowNode<Judged<Id>>
}

/** A node that ends the scenario. */
export function end(fields?: EndFields): FlowNode<never> {
  return (fields === undefined ? 'END' : frozenCopy({ type: 'END', ...fields })) as FlowNode<never>
}

/**
 * A node of another type, such as the config declares under extensions. Its own fields are next to `title`, `next` and
 * `extra`; those of a type in `NodeTypes` are checked against it.
 */
export function node<const Type extends keyof NodeTypes | (string & {}), const Id extends string = never>(
  type: Type,
  fields?: AllFields<Type, Id>,
): FlowNode<Judged<Id>> {
  return frozenCopy({ type, ...fields }) as FlowNode<Judged<Id>>
}

/** A text that is equal, { contains } or { matches }. */
export type ReplyExpectation =
  | string
  | {
      /** A text that stands somewhere in the reply. */
      readonly contains: string
    }
  | {
      /** A regular expression that fits somewhere in the reply. */
      readonly matches: string
    }

/** What must come of the message. What is not named here may be as it likes. */
export interface Expectation {
  /** The key of the scenario that starts, or none. */
  readonly starts?: string
  /** The keys of exactly the scenarios that are offered, in any order. */
  readonly clarifies?: readonly string[]
  /** Replies that must come, in this order; others may be between. */
  readonly replies?: readonly ReplyExpectation[]
  /** Whether no other reply may be between. Default false. */
  readonly exactly?: boolean
  /** The ids of the nodes entered. */
  readonly walk?: readonly string[]
  /** Whether the walk reaches an END. */
  readonly ends?: boolean
  /** Bounds of the confidence of the scenario that starts. */
  readonly confidence?: ConfidenceBounds
}

/** Bounds of the confidence of the scenario that starts. */
export interface ConfidenceBounds {
  /** The least confidence, 0 to 100. */
  readonly at_least: number
}

/** One message of the customer, and what must come of it. */
export interface TestTurn {
  /** The customer's message. */
  readonly user: string
  /** What must come of the message. What is not named here may be as it likes. */
  readonly expect?: Expectation
}

/** A dialogue, with what the bot must do at every turn. */
export interface TestConversation {
  /** The test's name, as a report shows it. */
  readonly name: string
  /** Words by which a run can choose its tests. */
  readonly tags?: readonly string[]
  /** The customer's messages, in order, with what must come of each. */
  readonly turns: readonly TestTurn[]
}

/** Messages that must all lead to the same decision, each on a fresh dialogue. */
export interface TestTable {
  /** The key of the scenario that each message starts, or none. */
  readonly starts?: string
  /** The keys of exactly the scenarios that are offered at each message, in any order. */
  readonly clarifies?: readonly string[]
  /** Words by which a run can choose its tests. */
  readonly tags?: readonly string[]
  /** What customers say. */
  readonly messages: readonly string[]
}

/** What a file of conversation tests holds. */
export interface TestsSource {
  /** Dialogues, each with what the bot must do at every turn. */
  readonly conversations?: readonly TestConversation[]
  /** Tables of messages that must all lead to the same decision, each on a fresh dialogue. */
  readonly triggers?: readonly TestTable[]
}

/** Conversation tests that a file exports. */
export interface Tests extends TestsSource {
  readonly [made]: 'tests'
}

/** Conversation tests: the default export of a file `<name>.test.ts`. */
export function tests<Field extends string>(
  // The second part sees a misspelled field also next to a spread, where TypeScript by itself takes any.
  source: TestsSource & { readonly [Own in Field]?: Own extends keyof TestsSource ? unknown : NoSuchField<Own> },
): Tests {
  return frozenCopy(source) as Tests
}

/*
 * What these functions return where something other than Scenewright runs them: the form of a YAML source, frozen. The
 * mark `made` exists in the types alone, so each of them states its type.
 */

/** A deep copy without the fields that are undefined. The argument stays as it is. */
function frozenCopy(value: unknown): unknown {
  if (Array.isArray(value)) return Object.freeze(value.map(frozenCopy))
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).filter(([, field]) => field !== undefined)
  return Object.freeze(Object.fromEntries(fields.map(([name, field]) => [name, frozenCopy(field)])))
}
