import type { AgentRow } from './table.ts'

/** The active behavior model of a bot. */
export type Agent = Omit<
  AgentRow,
  'id' | 'sequence' | 'bot_id' | 'name' | 'is_active' | 'is_default' | 'created_at' | 'updated_at'
>

/** The agent of a bot whose behavior models are all inactive: everything in it is disabled. */
export const idleAgent: Agent = {
  greeting_message: '',
  greeting_message_is_enabled: false,
  greeting_filter: '',
  greeting_filter_is_enabled: false,
  closing_message: '',
  closing_message_is_enabled: false,
  closing_filter: '',
  closing_filter_is_enabled: false,
  classify_greeting_is_enabled: false,
  classify_closing_is_enabled: false,
  classify_operator_is_enabled: false,
  classify_spam_is_enabled: false,
  spam_filter: '',
  spam_filter_is_enabled: false,
  spam_fallback_message: '',
  system_behavior: '',
  system_behavior_is_enabled: false,
  executor: '',
  executor_is_enabled: false,
  executor_fallback_message: '',
  constant_context: '',
  constant_context_is_enabled: false,
  public_sources_header: '',
  public_sources_header_is_enabled: false,
  public_sources_limit: 5,
}

/** The executor's text if there is no answer; undefined if it is disabled or empty. */
export function fallbackText(agent: Agent): string | undefined {
  const { executor_is_enabled, executor_fallback_message } = agent
  return executor_is_enabled && executor_fallback_message !== '' ? executor_fallback_message : undefined
}
