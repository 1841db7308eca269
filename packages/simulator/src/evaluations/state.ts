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
export interface Decided extends Prediction {
  readonly isOfRecord: boolean
}

/** The predictions for the messages of a group. */
export interface DecidedGroup {
  readonly outline: Outline
  /** In the order of the messages. Those of a restored group are unpacked when they are read. */
  readonly predictions: readonly Decided[]
}

/** What tells of most groups, without their predictions, that there is nothing to report about them. */
interface Outline {
  /** Whether all predictions depend only on the record and the frame. */
  readonly areOfRecord: boolean
  /** The number of messages that start the scenario of the group. */
  readonly startOwn: number
  /** The number of messages that start nothing, and for which the bot asks nothing. */
  readonly startNone: number
  /** The highest similarity of a message to an example of another scenario, and to an exclusion of its own. */
  readonly maxForeign: number
  readonly maxExcluded: number
}

/** The predictions of a group, by the key of its scenario, and their outline. */
export function decidedGroup(scenario: string | undefined, predictions: readonly Decided[]): DecidedGroup {
  let areOfRecord = true
  let [startOwn, startNone, maxForeign, maxExcluded] = [0, 0, 0, 0]
  for (const { decision, contenders, isOfRecord } of predictions) {
    if (!isOfRecord) areOfRecord = false
    if (decision.kind === 'none') startNone++
    if (decision.kind === 'start' && decision.scenario === scenario) startOwn++
    for (const { scenario: key, nearest, nearestExclusion } of contenders) {
      if (key === scenario) maxExcluded = Math.max(maxExcluded, nearestExclusion?.similarity ?? 0)
      else maxForeign = Math.max(maxForeign, nearest?.similarity ?? 0)
    }
  }
  return { outline: { areOfRecord, startOwn, startNone, maxForeign, maxExcluded }, predictions }
}

/** An evaluated state of a bot, from which the next state is evaluated faster. */
export interface EvaluatedState {
  readonly language: Language
  readonly trainingSize: number
  /** In the order of the keys. */
  readonly scenarios: readonly KnownTexts[]
  readonly groups: ReadonlyMap<string, GroupRecords>
  /** The predictions by group, and all that they depend on besides the records. */
  readonly decided: { readonly frame: string; readonly byGroup: ReadonlyMap<string, DecidedGroup> }
  /** What the bot has computed from its texts. Only in a state that is stored or restored. */
  readonly texts?: StoredTexts
}
