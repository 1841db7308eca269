import type { Generated, Selectable } from 'kysely'
import type { Sequenced } from '../../database/columns.ts'

export interface ScanTable {
  readonly id: string
  readonly sequence: Generated<number>
  readonly account_id: string
  /** Null: all bots of the account. */
  readonly bot_id: string | null
  readonly scope: 'GLOBAL' | 'BOT'
  readonly kind: 'STRUCTURAL' | 'SEMANTIC'
  readonly status: 'RUNNING' | 'COMPLETED' | 'FAILED'
  readonly bot_count: Generated<number>
  readonly total_knowledges_checked: Generated<number>
  readonly total_pairs_checked: Generated<number>
  readonly issues_found: Generated<number>
  /** The number of claims. */
  readonly attempts: Generated<number>
  /** The last bot that the scan has begun, by its sequence number. */
  readonly bot_position: Generated<number>
  /** The last compared document of that bot, by its sequence number; null: the bot is done. */
  readonly document_position: number | null
  readonly owner: number | null
  readonly started_at: Date
  readonly ended_at: Date | null
}

export interface ScanIssueTable extends Sequenced {
  readonly id: string
  readonly scan_id: string
  readonly bot_id: string
  readonly type: 'MISSING_IN_STORE_A' | 'MISSING_IN_STORE_B' | 'SEMANTIC_DUPLICATE'
  readonly knowledge_id: string | null
  readonly other_knowledge_id: string | null
}

/** An integrity scan. */
export type Scan = Selectable<ScanTable>

/** A problem that a scan found. */
export type ScanIssue = Selectable<ScanIssueTable>
