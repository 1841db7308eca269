import type { BotSettings } from '@scenewright/model/config'

/** Records name the fields that we use; all other fields that the service sends are preserved. */
interface OpenRecord {
  readonly unique_id: string
  readonly [field: string]: unknown
}

/** A bot in responses. */
export type BotRecord = OpenRecord

/** The response to a change of a bot. */
export interface BotWebhook extends OpenRecord {
  readonly webhook_url?: unknown
}

/** The fields for creating a bot; `gpt_model` names the provider. */
export interface BotFields extends Partial<BotSettings> {
  readonly name: string
  readonly gpt_model: string
  readonly webhook_url?: string
  readonly [field: string]: unknown
}

/** The fields for changing a bot. */
export interface BotChange {
  readonly webhook_url?: string
  readonly [field: string]: unknown
}

/** A version of a scenario. `status` may be an undocumented value. */
export interface VersionRecord extends OpenRecord {
  readonly version?: number
  readonly status?: string
  readonly definition?: unknown
}

/** A scenario in responses. `versions` contains those with an id; it is empty if the service sends none. */
export interface ScenarioRecord extends OpenRecord {
  readonly is_active?: boolean
  readonly versions: readonly VersionRecord[]
}

/** A function of a bot in responses: the request that it makes, and whether the bot may call it. */
export interface FunctionRecord extends OpenRecord {
  readonly name?: string
  readonly is_enabled?: boolean
}

/**
 * The fields for creating a function: `request_url` is https, `input_schema_json` is the JSON Schema of its arguments.
 */
export interface FunctionFields {
  readonly bot_unique_id: string
  readonly name: string
  readonly description: string
  readonly request_method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly request_url: string
  readonly input_schema_json: object
  readonly [field: string]: unknown
}

/** The fields for creating a dialogue. */
export interface DialogueFields {
  readonly name: string
  readonly message_limit: number
  readonly operator_limit?: number
}

/** A dialogue in responses. */
export type DialogueRecord = OpenRecord

/** A question to a bot. */
export interface CompletionRequest {
  readonly prompt: string
  readonly mode?: 'PROMPTER' | 'SUPPORT' | 'DIRECT'
  readonly dialogue_id?: string
  readonly system_direct?: string
  readonly is_depersonalize?: boolean
  readonly meta?: { readonly [field: string]: unknown }
  readonly [field: string]: unknown
}

/** The ticket that identifies a queued question. */
export type CompletionTicket = OpenRecord

/** A question in the journal, and its processing. */
export interface JournalRecord extends OpenRecord {
  readonly status?: unknown
  /** The answer that the customer gets; the contract's journal does not contain it, but a service may add it. */
  readonly answer?: unknown
}

/** The part of a list to read. Absent values have the service's defaults. */
export interface ListQuery {
  readonly search?: string
  readonly skip?: number
  readonly take?: number
  readonly order_by?: 'asc' | 'desc'
}

/** The functions to list: those of one bot. */
export interface FunctionQuery {
  readonly bot_unique_id: string
  readonly skip?: number
  readonly take?: number
  readonly order_by?: 'asc' | 'desc'
}

/** The entries of the journal to list. Days are YYYY-MM-DD. */
export interface JournalQuery {
  readonly bot_unique_id?: string
  readonly skip?: number
  readonly take?: number
  readonly status?: string
  readonly unique_id?: string
  readonly search?: string
  readonly start_date?: string
  readonly end_date?: string
}

/** A part of a list, and the total number of items. */
export interface Page<Item> {
  readonly data: readonly Item[]
  readonly meta: { readonly total: number; readonly skip?: number; readonly take?: number }
}
