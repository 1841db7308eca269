export { testRule } from './test-rule.ts'
