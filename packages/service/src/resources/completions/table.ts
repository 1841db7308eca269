import type { Generated, Insertable, Selectable } from 'kysely'
import type { Sequenced } from '../../database/columns.ts'

/** PENDING → PROCESSING → one of the three others, which is final. */
type CompletionStatus = 'PENDING' | 'PROCESSING' | 'SUCCESS' | 'OPERATOR' | 'ERROR'

type WebhookStatus = 'NONE' | 'PENDING' | 'DELIVERED' | 'FAILED'

type CompletionMode = 'PROMPTER' | 'SUPPORT' | 'DIRECT'

export interface CompletionTable extends Sequenced {
  readonly id: string
  readonly account_id: string
  readonly bot_id: string
  readonly dialogue_id: string | null
  readonly prompt: string
  readonly system_direct: string | null
  readonly mode: CompletionMode
  readonly is_depersonalize: boolean
  /** The caller's data, as JSON text: the digits of numbers and the order of keys stay. */
  readonly meta: string | null
  readonly status: Generated<CompletionStatus>
  readonly answer: string | null
  readonly tool_calls_count: Generated<number>
  readonly webhook_status: Generated<WebhookStatus>
  readonly webhook_error: string | null
  /** The number of claims; the result of an earlier attempt is rejected. */
  readonly attempts: Generated<number>
  /** The running service that works on it. */
  readonly owner: number | null
  /** The span in which it was accepted, as the header `traceparent`; null if it was not traced. */
  readonly traceparent: string | null
  readonly updated_at: Date
}

export interface TokenUsageTable {
  readonly id: string
  readonly completion_id: string
  readonly type: string
  readonly mode: string
  readonly gpt_model: string
  readonly gpt_version: string
  readonly gpt_version_label: string
  readonly tokens_used: number
  readonly source: string
  readonly created_at: Date
}

/** A result that waits for its delivery; deleted once the outcome is final. */
export interface DeliveryTable {
  readonly completion_id: string
  readonly bot_id: string
  /** The same bytes at every attempt. */
  readonly body: string
  readonly attempts: Generated<number>
  readonly due_at: Date
  /** When `due_at` was set. */
  readonly scheduled_at: Generated<Date>
  readonly owner: number | null
}

/** An idempotency key of a completion request. */
export interface IdempotencyKeyTable {
  readonly account_id: string
  readonly key: string
  /** Identifies the content of the request: a different request with the same key has another value. */
  readonly fingerprint: string
  readonly completion_id: string
  readonly created_at: Date
}

/** A part of the number of a bot's answered completions of a day; triggers on the completions maintain it. */
export interface JournalCountTable {
  readonly account_id: string
  readonly bot_id: string
  /** Days since 1970, in UTC. */
  readonly day: number
  readonly status: CompletionStatus
  /** The total of a day is the sum of its shards; 0: those of past days together. */
  readonly shard: number
  readonly total: number
}

/** A request to a bot, and its result. */
export type Completion = Selectable<CompletionTable>

/** A completion to be stored. */
export type NewCompletion = Insertable<CompletionTable>

/** The tokens used by one step of a completion. */
export type TokenUsage = Selectable<TokenUsageTable>
