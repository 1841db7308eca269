export { finish, type Steps } from '../steps.ts'
export { evaluateMessages, withTexts } from './evaluate-messages.ts'
export { findNear } from './find-near.ts'
export { type Decided, type DecidedGroup, decidedGroup, type EvaluatedState, type MessageGroup } from './state.ts'
