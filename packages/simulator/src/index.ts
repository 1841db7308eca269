export { createTestJudge, type TestJudge } from './conversation/observed/observe-tests.ts'
export {
  type ObservedTest,
  type ObservedTurn,
  type SeenDecision,
  type ServiceAnswer,
  type UnobservableField,
  unobservableFields,
} from './conversation/observed/observed-test.ts'
export { seenText } from './conversation/observed/seen-text.ts'
export { runTests } from './conversation/run-tests.ts'
export { type TestCase, testCasesOf } from './conversation/test-case.ts'
export type { TestFailure, TestResult } from './conversation/test-result.ts'
export {
  type Coverage,
  type CoveredPart,
  type ScenarioCoverage,
  type TriggerOutcome,
  triggerOutcomes,
} from './coverage/coverage.ts'
export { type CoverageMeter, createCoverageMeter, type MeasuredTest } from './coverage/coverage-meter.ts'
export { type GeneratedTests, generateTests } from './coverage/generate/generate-tests.ts'
export { messagesToTry } from './coverage/generate/messages-of.ts'
export { type CoverageSum, isStarted, type Share, shareOf, sumCoverage } from './coverage/sum-coverage.ts'
export { type Bot, createBot } from './dialogue/bot.ts'
export { type Dialogue, newDialogue, type OfferedTopic } from './dialogue/dialogue.ts'
export { createForesight, type Foresight } from './dialogue/foresee.ts'
export { type TurnResult, takeTurn } from './dialogue/take-turn.ts'
export type { Decision, Turn, TurnScore } from './dialogue/turn.ts'
export { type EmbeddedBot, type VectorOf, withEmbeddings } from './embeddings/with-embeddings.ts'
export type { Stop, StopReason, WalkOutcome } from './flow/walk.ts'
export type { Advice } from './lab/advice.ts'
export type { Cluster } from './lab/clusters.ts'
export type { Collision } from './lab/collisions.ts'
export { foreignPlaces } from './lab/foreign-places.ts'
export { createReplay, type ReplayedMessage } from './lab/replay.ts'
export { type ReplaySurvey, surveyReplay } from './lab/replay-survey.ts'
export type { Mark, ScenarioSurvey } from './lab/scenario-survey.ts'
export { surveyTriggers, type TriggerSurvey } from './lab/survey.ts'
export { createTrials, type ExampleTrial, type TriedScenario } from './lab/trial.ts'
export type { SimulatedScenario } from './simulated-scenario.ts'
export { fold } from './trigger/fold.ts'
export { createLexicalScorer } from './trigger/lexical-scorer.ts'
export type { Contender, HeldOutExample, Reason, ScenarioScore, Scorer } from './trigger/scorer.ts'
export { type Stem, stemmerOf } from './trigger/stemmer.ts'
export { wordsOf } from './trigger/tokens.ts'
