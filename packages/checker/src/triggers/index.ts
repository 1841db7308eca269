export { type EvaluatedState, finish, type Steps } from '@scenewright/simulator/evaluations'
export { contentOfEvaluated, evaluatedFindingsName } from './evaluated-findings.ts'
export {
  createEvaluator,
  type EvaluatedShare,
  type Evaluations,
  type EvaluationTask,
  evaluateShare,
  joinShares,
  joinStates,
  type PartialEvaluations,
} from './evaluator.ts'
export { type ExampleConfidence, exampleConfidences } from './example-confidences.ts'
export { evaluationsName } from './leave-one-out.ts'
export { planEvaluations } from './plan-evaluations.ts'
