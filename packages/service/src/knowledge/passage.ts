/** A part of a document of a bot's knowledge base that a search found. */
export interface Passage {
  readonly knowledge_id: string
  /** The name of the document. */
  readonly name: string
  /** Where the document came from; empty where nobody said. */
  readonly source: string
  /** The source is not shown to customers; the text may be. */
  readonly is_private_source: boolean
  readonly text: string
  /** How sure it is that the passage is about what was asked, from 0 to 1. */
  readonly score: number
}
