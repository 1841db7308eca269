import type { Generated, Selectable } from 'kysely'
import type { Sequenced } from '../../database/columns.ts'

/** The behavior of a bot: its replies to small talk and spam, and the instructions of its model. */
export interface AgentTable extends Sequenced {
  readonly id: string
  readonly bot_id: string
  readonly name: string
  readonly greeting_message: Generated<string>
  readonly greeting_message_is_enabled: Generated<boolean>
  readonly greeting_filter: Generated<string>
  readonly greeting_filter_is_enabled: Generated<boolean>
  readonly closing_message: Generated<string>
  readonly closing_message_is_enabled: Generated<boolean>
  readonly closing_filter: Generated<string>
  readonly closing_filter_is_enabled: Generated<boolean>
  readonly classify_greeting_is_enabled: Generated<boolean>
  readonly classify_closing_is_enabled: Generated<boolean>
  readonly classify_operator_is_enabled: Generated<boolean>
  readonly classify_spam_is_enabled: Generated<boolean>
  readonly spam_filter: Generated<string>
  readonly spam_filter_is_enabled: Generated<boolean>
  readonly spam_fallback_message: Generated<string>
  readonly system_behavior: Generated<string>
  readonly system_behavior_is_enabled: Generated<boolean>
  readonly executor: Generated<string>
  readonly executor_is_enabled: Generated<boolean>
  readonly executor_fallback_message: Generated<string>
  readonly constant_context: Generated<string>
  readonly constant_context_is_enabled: Generated<boolean>
  readonly public_sources_header: Generated<string>
  readonly public_sources_header_is_enabled: Generated<boolean>
  readonly public_sources_limit: Generated<number>
  readonly is_active: Generated<boolean>
  /** One default agent per bot. */
  readonly is_default: boolean
  readonly updated_at: Date
}

/** A behavior model of a bot. */
export type AgentRow = Selectable<AgentTable>
