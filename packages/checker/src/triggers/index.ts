export { type ExampleConfidence, exampleConfidences } from './example-confidences.ts'
export {
  type Evaluation,
  type EvaluationTask,
  evaluateShare,
  evaluationsName,
  joinShares,
} from './leave-one-out.ts'
export { planEvaluations } from './plan-evaluations.ts'
