export type { Cluster } from './clusters.ts'
export type { Advice, Collision } from './collisions.ts'
export {
  createEvaluations,
  type EvaluatedScenario,
  type ExampleEvaluation,
  selectForeignExamples,
} from './evaluate-examples.ts'
export { createReplay, type ReplayedMessage } from './replay.ts'
export { type ReplaySurvey, surveyReplay } from './replay-survey.ts'
export type { Mark, ScenarioSurvey } from './scenario-survey.ts'
export { surveyTriggers, type TriggerSurvey } from './survey.ts'
