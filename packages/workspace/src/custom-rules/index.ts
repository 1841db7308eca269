export { createCustomCheck } from './custom-check.ts'
export { isFields } from './document-value.ts'
export { readRule } from './read-rules.ts'
