import type { BotSettings } from '@scenewright/model/config'

/** Records hold what we rely on by name; whatever else the service sends is passed through as it came. */
interface OpenRecord {
  readonly unique_id: string
  readonly [field: string]: unknown
}

/** A bot in answers. */
export type BotRecord = OpenRecord

/** The answer to a change of a bot. */
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

/** A version of a scenario. `status` may be a value that nobody documents. */
export interface VersionRecord extends OpenRecord {
  readonly version?: number
  readonly status?: string
  readonly definition?: unknown
}

/** A scenario in answers. `versions` holds those that have an id; it is empty where the service sends none. */
export interface ScenarioRecord extends OpenRecord {
  readonly is_active?: boolean
  readonly versions: readonly VersionRecord[]
}

/** A function of a bot in answers: what it calls, and whether the bot may call it. */
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

/** A dialogue in answers. */
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

/** A question and its processing, in the journal. */
export interface JournalRecord extends OpenRecord {
  readonly status?: unknown
  /** The text that the customer gets; the contract's journal does not show it, a service may. */
  readonly answer?: unknown
}

/** Which part of a list. The service's own defaults hold for what is absent. */
export interface ListQuery {
  readonly search?: string
  readonly skip?: number
  readonly take?: number
  readonly order_by?: 'asc' | 'desc'
}

/** Which functions: those of one bot. */
export interface FunctionQuery {
  readonly bot_unique_id: string
  readonly skip?: number
  readonly take?: number
  readonly order_by?: 'asc' | 'desc'
}

/** Which entries of the journal. Days are YYYY-MM-DD. */
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

/** A part of a list, and how much there is in all. */
export interface Page<Item> {
  readonly data: readonly Item[]
  readonly meta: { readonly total: number; readonly skip?: number; readonly take?: number }
}
