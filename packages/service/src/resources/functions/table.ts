import type { Selectable } from 'kysely'
import type { Deletable, Json, Sequenced } from '../../database/columns.ts'

/** A header that a function sends; its value encrypted by the header vault, or null without one. */
export interface StoredHeader {
  readonly id: string
  readonly header_name: string
  readonly is_secret: boolean
  readonly is_enabled: boolean
  readonly sealed: string | null
}

export interface FunctionTable extends Sequenced, Deletable {
  readonly id: string
  readonly bot_id: string
  readonly name: string
  readonly description: string
  readonly strict: boolean
  readonly is_enabled: boolean
  readonly request_method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly request_url: string
  readonly input_schema_json: Json<{ readonly [keyword: string]: unknown }>
  readonly request_body_template: string
  readonly response_path: string
  readonly timeout_ms: number
  readonly max_response_bytes: number
  readonly allow_redirects: boolean
  readonly headers: Json<readonly StoredHeader[]>
  readonly updated_at: Date
}

/** A function of a bot. */
export type BotFunction = Selectable<FunctionTable>
