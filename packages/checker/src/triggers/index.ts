export {
  type Decided,
  type DecidedGroup,
  type EvaluatedState,
  finish,
  type Steps,
} from '@scenewright/simulator/evaluations'
export type { Evaluations } from './evaluations.ts'
export {
  createEvaluator,
  type EvaluatedShare,
  type EvaluationTask,
  evaluateShare,
  evaluationsOf,
  joinShares,
  joinStates,
  type PartialEvaluations,
} from './evaluator.ts'
export { type ExampleConfidence, exampleConfidences } from './example-confidences.ts'
export { contentOfEvaluations, type EvaluationPlan, planEvaluations } from './plan-evaluations.ts'
export {
  contentOfTriggers,
  findTriggerFindings,
  haveSameTriggers,
  type TriggerProject,
  triggerRules,
} from './trigger-findings.ts'
