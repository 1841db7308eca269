export { createTestJudge } from './observed/observe-tests.ts'
export {
  describeDecision,
  type ObservedDecision,
  type ObservedTest,
  type ObservedTurn,
  type ServiceAnswer,
  type UnobservableField,
  unobservableFields,
} from './observed/observed-test.ts'
export { runTests } from './run-tests.ts'
export { listTestCases, type TestCase } from './test-case.ts'
export type { TestFailure, TestResult } from './test-result.ts'
