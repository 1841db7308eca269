import type { Language } from '@scenewright/model/config'
import type { Generated, Selectable } from 'kysely'
import type { Deletable, Sequenced } from '../../database/columns.ts'

export interface BotTable extends Sequenced, Deletable {
  readonly id: string
  readonly account_id: string
  readonly name: string
  readonly gpt_model: string
  readonly gpt_version: string | null
  readonly embedding_version: string | null
  readonly primary_language: Language
  readonly first_line_greeting_enabled: boolean
  readonly first_line_greeting_text: string
  readonly rag_clarify_enabled: boolean
  readonly scenario_clarify_enabled: boolean
  readonly scenario_clarify_min_confidence: number
  readonly scenario_clarify_margin: number
  readonly allow_public_sources_in_support: boolean
  readonly tools_enabled: boolean
  readonly anonymize_pii: boolean
  readonly max_output_tokens: number
  readonly webhook_url: string | null
  /** Signs the results of the bot; the database creates it. */
  readonly webhook_secret: Generated<string>
  /** Increases with every change that affects the bot's answers. */
  readonly revision: Generated<number>
  /** Increases with every change of the bot's knowledge. */
  readonly knowledge_revision: Generated<number>
  /** Increases when passages of the bot's knowledge get vectors. */
  readonly embedding_revision: Generated<number>
  /** When the content of the deleted bot was erased. */
  readonly erased_at: Generated<Date | null>
  readonly updated_at: Date
}

/** A bot. */
export type Bot = Selectable<BotTable>
