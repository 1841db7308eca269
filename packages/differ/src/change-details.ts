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
  /** The edge's id at the base, if it differs. */
  readonly was?: string
  /** The field that differs, if the kind does not determine it. */
  readonly field?: string
  /** The other scenario of an item that moved between scenarios. */
  readonly scenario?: string
  /** Of a removed or added item: one that the other side has in its place, and that looks equal. */
  readonly lookalike?: string
  /** The values of the base and of the head; absent if that side has none. */
  readonly before?: unknown
  readonly after?: unknown
  /** For a text: the unchanged, added and removed words, in order. */
  readonly words?: readonly WordRun[]
  /** Customer texts that were added or removed completely, in order, each with its name. */
  readonly texts?: readonly CustomerText[]
  /** The connections that were added or removed with a step. */
  readonly edges?: readonly FlowEdge[]
  /** For moved messages: the scenario that they started, and the one that they start now; null for none. */
  readonly from?: string | null
  readonly to?: string | null
  /** The scenarios among which the customer is asked to choose, if none starts. */
  readonly asks?: readonly string[]
  /** The scenarios among which the customer was asked to choose before, if none started; not part of the JSON. */
  readonly asked?: readonly string[]
  /** The number of moved messages, and the first of them. */
  readonly count?: number
  readonly samples?: readonly string[]
  /** A walk that proves it: at the base for what was lost, at the head for what was gained. */
  readonly walk?: readonly string[]
  /** Its place in the source of each side that has one. */
  readonly base?: Place
  readonly head?: Place
  /** Depends only on the content: the same in every run, wherever it is. */
  readonly fingerprint: string
}

/** A text of a scenario, and its name in plain words: `reply "answer"`, `example`. */
export interface CustomerText {
  readonly label: string
  readonly text: string
}

/** A run of words in both texts, or in one of them. */
export interface WordRun {
  readonly in: 'both' | 'base' | 'head'
  readonly text: string
}

/** A path in a document, or the name of a field that only its source has. */
export type Spot = DocumentPath | 'is_active' | 'renamed_from'

/** A change as its kind finds it, before its level and place are determined. */
export type FoundChange<Kind extends string = string> = Omit<
  ChangeDetails,
  'level' | 'base' | 'head' | 'fingerprint'
> & {
  readonly kind: Kind
  /** Its level, if that is not the same for the whole kind. */
  readonly level?: ChangeLevel
  readonly at?: { readonly base?: Spot; readonly head?: Spot }
  /** Additional input of the fingerprint. */
  readonly identity?: unknown
}
