import type { BotSettings } from '@scenewright/model/config'
import { createEvaluator, type Evaluation } from '../../src/lab/evaluation.ts'
import type { LabelledMessage } from '../../src/lab/labelled.ts'

/** Evaluates a list of messages. */
export function evaluate(
  labelled: readonly LabelledMessage[],
  { settings, wrongCosts, unlabelled = 0 }: EvaluateOptions,
): Evaluation {
  const evaluator = createEvaluator(settings)
  for (const message of labelled) evaluator.add(message)
  return evaluator.evaluate({ wrongCosts, unlabelled })
}

interface EvaluateOptions {
  readonly settings: BotSettings
  readonly wrongCosts: number
  readonly unlabelled?: number
}
