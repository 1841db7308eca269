export type { Cluster } from './clusters.ts'
export { createReplayCollector, isLabelled, type ReplayCollector } from './collect-replay.ts'
export type { Advice, Collision } from './collisions.ts'
export {
  createEvaluations,
  type EvaluatedScenario,
  type ExampleEvaluation,
  selectForeignExamples,
} from './evaluate-examples.ts'
export type { Evaluation } from './evaluation.ts'
export type { LabelledMessage } from './labelled.ts'
export { createGainMeasure, type NearMiss, rankNearMisses, selectNearMisses } from './near-misses.ts'
export { type CountedMessage, createReplay, type ReplayedMessage } from './replay.ts'
export type { ReplaySurvey } from './replay-survey.ts'
export type { Mark, ScenarioSurvey } from './scenario-survey.ts'
export { surveyTriggers, type TriggerSurvey } from './survey.ts'
export { type TunedScenario, type Tuning, tuneThresholds } from './tune.ts'
