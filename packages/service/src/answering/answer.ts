import type { Agent } from '../resources/agents/agent.ts'
import type { Bot } from '../resources/bots/table.ts'
import type { Completion } from '../resources/completions/table.ts'
import type { DialogueProgress } from './progress.ts'

/** The tokens of one step of an answer. */
export interface Usage {
  /** TOOL: of a step that called functions. */
  readonly type: 'REGULAR' | 'TOOL'
  /** LOCAL: no model ran. */
  readonly source: 'STANDARD' | 'LOCAL'
  readonly version: string
  readonly tokens: number
}

/** The reply to a message. */
export interface Reply {
  readonly text: string
  /** It asks the customer for more information. */
  readonly asksBack?: boolean
  /** Absent: no model ran. */
  readonly usages?: readonly Usage[]
  readonly toolCalls?: number
}

/** An answer, and its side effects. */
export interface Answer extends Reply {
  readonly status: 'SUCCESS' | 'OPERATOR'
  /** The id of the scenario that started. */
  readonly started?: string
  /** Absent without a dialogue. */
  readonly progress?: DialogueProgress
}

/** A message, and the bot. */
export interface Question {
  readonly completion: Completion
  readonly bot: Bot
  readonly agent: Agent
  /** The progress of its dialogue; undefined without one. */
  readonly progress: DialogueProgress | undefined
  /** Its signal is aborted when the time for an answer is over, or the service stops. */
  readonly deadline: { readonly signal: AbortSignal }
}
