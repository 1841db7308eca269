export { finish, type Steps } from '../steps.ts'
export { evaluateMessages, withTexts } from './evaluate-messages.ts'
export { findNear } from './find-near.ts'
export type { Decided, EvaluatedState, MessageGroup } from './state.ts'
