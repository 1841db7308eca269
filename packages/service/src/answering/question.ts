import type { Bot, Completion } from '../database/tables.ts'
import type { Agent } from '../resources/agents/agent.ts'
import type { DialogueProgress } from './progress.ts'

/** A message, and who is asked. */
export interface Question {
  readonly completion: Completion
  readonly bot: Bot
  readonly agent: Agent
  /** Where its dialogue stands; absent without one. */
  readonly progress: DialogueProgress | undefined
}
