export type * from '../workspace/custom-rules/custom-rule.ts'
export type * from './rule-tests.ts'
export { testRule } from './test-rule.ts'
