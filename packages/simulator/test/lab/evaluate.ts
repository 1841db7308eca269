import type { BotSettings } from '@scenewright/model/config'
import { createEvaluator, type EvaluateOptions, type Evaluation } from '../../src/lab/evaluation.ts'
import type { LabelledMessage } from '../../src/lab/labelled.ts'

/** Evaluates a list of messages. */
export function evaluate(
  labelled: readonly LabelledMessage[],
  { settings, wrongCosts, presentThreshold = 78, unlabelled = 0 }: TestOptions,
): Evaluation {
  const evaluator = createEvaluator(settings)
  for (const message of labelled) evaluator.add(message)
  return evaluator.evaluate({ wrongCosts, presentThreshold, unlabelled })
}

interface TestOptions extends Partial<EvaluateOptions> {
  readonly settings: BotSettings
  readonly wrongCosts: number
  readonly unlabelled?: number
}
