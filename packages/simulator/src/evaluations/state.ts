import type { Language } from '@scenewright/model/config'
import type { Prediction } from '../dialogue/predict.ts'
import type { KnownTexts, StoredTexts } from '../trigger/stored-texts.ts'
import type { PackedRecords } from './records.ts'

/** A message to evaluate; that of an example as if its scenario did not contain it. */
export interface EvaluatedMessage {
  readonly text: string
  readonly without?: { readonly scenario: string; readonly example: number }
}

/**
 * Messages that are evaluated together: the examples of a scenario, its exclusions, or a message of a test. Groups of
 * two states with the same name have the same messages, unless the texts of their scenario differ.
 */
export interface MessageGroup {
  readonly name: string
  /** The key of the scenario that contains them. */
  readonly scenario?: string
  readonly texts: readonly string[]
  /** Whether each is an example of the scenario. */
  readonly areExamples?: boolean
}

/** The messages of a group. Created when they are used: those of 10,000 scenarios take 10 MB. */
export function messagesOf({ scenario, texts, areExamples = false }: MessageGroup): readonly EvaluatedMessage[] {
  return texts.map((text, example) => {
    return scenario !== undefined && areExamples ? { text, without: { scenario, example } } : { text }
  })
}

/** The records of a group. */
export interface GroupRecords {
  readonly packed: PackedRecords
  /** The words of each message that is no example, with typos corrected. */
  readonly words: readonly string[]
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
  /** The predictions by group, and all that they depend on besides the records. */
  readonly decided: { readonly frame: string; readonly byGroup: ReadonlyMap<string, readonly Decided[]> }
  /** What the bot has computed from its texts. Only in a state that is stored or restored. */
  readonly texts?: StoredTexts
}
