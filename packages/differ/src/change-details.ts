import type { FlowEdge, Place } from '@scenewright/model'
import type { DocumentPath } from '@scenewright/model/compilation'
import type { ChangeLevel } from '@scenewright/model/config'

/**
 * The details of a change apart from its kind. The names of nodes, edges and fields are those of the head, or those of
 * the base if the head has none.
 */
export interface ChangeDetails {
  readonly level: ChangeLevel
  readonly node?: string
  readonly edge?: string
  /** The edge's id at the base, where that is another one. */
  readonly was?: string
  /** The field that differs, where the kind does not say it. */
  readonly field?: string
  /** The other scenario of something that moved from one to another. */
  readonly scenario?: string
  /** The values of the base and of the head; absent if that side has none. */
  readonly before?: unknown
  readonly after?: unknown
  /** Of a text: what stayed, came and went, in order. */
  readonly words?: readonly WordRun[]
  /** Customer texts that came or went whole, in their order, each with what it is. */
  readonly texts?: readonly CustomerText[]
  /** The connections that leave a step and came or went with it. */
  readonly edges?: readonly FlowEdge[]
  /** Of messages that moved: the scenario that they started, and the one that they start now; null for none. */
  readonly from?: string | null
  readonly to?: string | null
  /** The scenarios that the customer is asked to choose from, where none starts. */
  readonly asks?: readonly string[]
  /** How many messages moved, and the first of them. */
  readonly count?: number
  readonly samples?: readonly string[]
  /** A walk that proves it: at the base for what was lost, at the head for what was gained. */
  readonly walk?: readonly string[]
  /** Where it stands, in the source of either side that has one. */
  readonly base?: Place
  readonly head?: Place
  /** Of the content alone: the same in every run, wherever it stands. */
  readonly fingerprint: string
}

/** A text of a scenario, and what it is in plain words: `reply "answer"`, `example`. */
export interface CustomerText {
  readonly label: string
  readonly text: string
}

/** A run of words that both texts have, or one alone. */
export interface WordRun {
  readonly in: 'both' | 'base' | 'head'
  readonly text: string
}

/** A path in a document, or the name of a field that only its source has. */
export type Spot = DocumentPath | 'is_active' | 'renamed_from'

/** A change as its kind finds it, before it is judged and placed. */
export type Found<Kind extends string = string> = Omit<ChangeDetails, 'level' | 'base' | 'head' | 'fingerprint'> & {
  readonly kind: Kind
  /** How much it matters, where that is not the same for all of its kind. */
  readonly level?: ChangeLevel
  readonly at?: { readonly base?: Spot; readonly head?: Spot }
  /** Additional input of the fingerprint. */
  readonly identity?: unknown
}
