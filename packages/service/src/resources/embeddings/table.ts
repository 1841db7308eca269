/** The documents whose passages have vectors, or are about to. */
export interface EmbeddedDocumentTable {
  readonly knowledge_id: string
  readonly bot_id: string
  /** The key of the model; empty until all passages have vectors. */
  readonly model: string
  /** Whether personal data was masked in the texts. */
  readonly is_masked: boolean
  /** The name and the hash of the content for which the vectors were computed. */
  readonly name: string
  readonly hash_sum: string
  /** The running service that computes them now. */
  readonly owner: number | null
}

/** The vectors of passages. */
export interface EmbeddingTable {
  readonly knowledge_id: string
  /** The position of the passage in its document. */
  readonly position: number
  readonly bot_id: string
  readonly model: string
  /** The SHA-256 of the text that was sent. */
  readonly hash: Uint8Array
  /** Of length 1, as little-endian numbers with 32 bits. */
  readonly vector: Uint8Array
}
