export { createCustomCheck } from './custom-check.ts'
export { readRule } from './read-rules.ts'
