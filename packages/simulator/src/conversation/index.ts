export { createTestJudge } from './observed/observe-tests.ts'
export {
  type ObservedTest,
  type ObservedTurn,
  type SeenDecision,
  type ServiceAnswer,
  seenText,
  type UnobservableField,
  unobservableFields,
} from './observed/observed-test.ts'
export { runTests } from './run-tests.ts'
export { listTestCases, type TestCase } from './test-case.ts'
export type { TestFailure, TestResult } from './test-result.ts'
