import type { Language } from '@scenewright/model/config'
import type { Prediction } from '../dialogue/predict.ts'
import type { ScorerParts } from '../trigger/lexical-scorer.ts'
import type { PackedRecords } from './records.ts'

/** An example by the key of its scenario, and its index there. */
export interface LeftOutExample {
  readonly scenario: string
  readonly example: number
}

/** A message to evaluate; that of an example as if its scenario did not contain it. */
export interface EvaluatedMessage {
  readonly text: string
  readonly without?: LeftOutExample
}

/**
 * Messages that are evaluated together: the examples of a scenario, its exclusions, or a message of a test. Groups of
 * two states with the same name have the same messages, unless the texts of their scenario differ.
 */
export interface MessageGroup {
  readonly name: string
  /** The key of the scenario that contains them. */
  readonly scenario?: string
  readonly messages: readonly EvaluatedMessage[]
}

/** The records of a group. */
export interface GroupRecords {
  readonly packed: PackedRecords
  /** The words of each message that is no example, with typos corrected. */
  readonly words: readonly string[]
}

/** The texts of a scenario that scores depend on. */
export interface KnownTexts {
  readonly key: string
  readonly own: readonly string[]
  readonly exclusions: readonly string[]
}

/** A prediction, and whether it depends only on the record and the frame. */
export interface Decided {
  readonly prediction: Prediction
  readonly isOfRecord: boolean
}

/** An evaluated state of a bot, from which the next state is evaluated faster. */
export interface EvaluatedState {
  readonly language: Language
  readonly trainingSize: number
  /** In the order of the keys. */
  readonly scenarios: readonly KnownTexts[]
  readonly groups: ReadonlyMap<string, GroupRecords>
  /** The predictions that may be used again, by group. Absent if the state was stored. */
  readonly decided?: { readonly frame: string; readonly byGroup: ReadonlyMap<string, readonly Decided[]> }
}

/** Lists the texts of a bot's scenarios. */
export function listKnownTexts({ space }: Pick<ScorerParts, 'space'>): readonly KnownTexts[] {
  return space.profiles.map(({ key, texts: { texts, ownCount } }) => ({
    key,
    own: texts.slice(0, ownCount).map(({ text }) => text),
    exclusions: texts.slice(ownCount).map(({ text }) => text),
  }))
}
