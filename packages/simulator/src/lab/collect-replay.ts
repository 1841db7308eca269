import type { BotSettings } from '@scenewright/model/config'
import { createEvaluator, type EvaluateOptions, type Evaluation } from './evaluation.ts'
import type { LabelledMessage } from './labelled.ts'
import { createNearMissList, maxSearched, type NearMiss } from './near-misses.ts'
import type { ReplayedMessage } from './replay.ts'
import { compareFrequency, createReplaySurveyor, type ReplaySurvey } from './replay-survey.ts'
import { createTopList } from './top-list.ts'

/**
 * Collects replayed messages, each different one once, in bounded memory: counts are exact, and of the messages only
 * those that a report may show are kept.
 */
export interface ReplayCollector {
  add(message: ReplayedMessage): void
  /** The survey of all messages; so many texts are different. */
  survey(distinct: number): ReplaySurvey
  /** The evaluation of those with a label; undefined if there are none. */
  evaluation(options: EvaluateOptions): Evaluation | undefined
  nearMisses(): readonly NearMiss[]
  /** The most frequent messages, as many as near misses are measured on. */
  frequent(): readonly ReplayedMessage[]
}

/** Creates a collector without messages. */
export function createReplayCollector(settings: BotSettings): ReplayCollector {
  const surveyor = createReplaySurveyor()
  const misses = createNearMissList()
  const frequent = createTopList(maxSearched, compareFrequency)
  const evaluator = createEvaluator(settings)
  const counts = { labelled: 0, unlabelled: 0 }
  return {
    add(message) {
      if (isLabelled(message)) {
        evaluator.add(message)
        counts.labelled++
      } else counts.unlabelled += message.count
      const { contenders: _, ...kept } = message
      surveyor.add(kept)
      misses.add(message)
      frequent.add(kept)
    },
    survey: surveyor.survey,
    evaluation: options =>
      counts.labelled === 0 ? undefined : evaluator.evaluate({ ...options, unlabelled: counts.unlabelled }),
    nearMisses: misses.items,
    frequent: frequent.items,
  }
}

/** Whether the right scenario of a message is known. */
export function isLabelled(message: ReplayedMessage): message is ReplayedMessage & LabelledMessage {
  return message.expected !== undefined
}
