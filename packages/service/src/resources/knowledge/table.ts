import type { Selectable } from 'kysely'
import type { Sequenced } from '../../database/columns.ts'

export interface KnowledgeGroupTable extends Sequenced {
  readonly id: string
  readonly bot_id: string
  readonly name: string
}

/** The documents: the first of the contract's two stores. */
export interface KnowledgeTable extends Sequenced {
  readonly id: string
  readonly bot_id: string
  readonly group_id: string
  readonly name: string
  readonly type: 'FILE' | 'SITE' | 'TEXT'
  readonly content: string
  /** SHA-256 of the content in Unicode's form NFC, in hexadecimal digits. */
  readonly hash_sum: string
  /** The caller's own id; empty if there is none. */
  readonly document_id: string
  readonly source: string
  readonly is_private_source: boolean
  readonly is_indexed: boolean
  readonly deleted_at: Date | null
  readonly updated_at: Date
}

/** The searchable passages of the documents, with their vectors: the second of the two stores. */
export interface ChunkTable {
  readonly knowledge_id: string
  readonly position: number
  readonly bot_id: string
  readonly text: string
  readonly vector: Uint8Array
}

/** A group of documents. */
export type KnowledgeGroup = Selectable<KnowledgeGroupTable>

/** A document of a knowledge base. */
export type Knowledge = Selectable<KnowledgeTable>
