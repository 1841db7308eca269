export { finish, type Steps } from '../steps.ts'
export { evaluateMessages } from './evaluate-messages.ts'
export { findNear } from './find-near.ts'
export type { EvaluatedState, MessageGroup } from './state.ts'
