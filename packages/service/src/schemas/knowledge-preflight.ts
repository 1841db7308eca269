import type { JsonSchema } from './infer.ts'
import { content } from './knowledge.ts'
import { name, uniqueId } from './primitives.ts'

/** The body of POST /knowledge-integrity/semantic-duplicates/preflight. */
export const preflight = {
  type: 'object',
  required: ['bot_unique_id', 'name', 'content'],
  properties: {
    bot_unique_id: { type: 'string' },
    name,
    content,
    similarity_threshold: { type: 'number', minimum: 0.75, maximum: 0.99 },
    max_results: { type: 'integer', minimum: 1, maximum: 50 },
  },
} as const satisfies JsonSchema

/** What a preflight goes by where its body does not say. */
export const preflightDefaults = { similarity_threshold: 0.85, max_results: 5 } as const

const match = {
  type: 'object',
  required: [
    'knowledge_source_unique_id',
    'knowledge_source_name',
    'knowledge_group_unique_id',
    'knowledge_group_name',
    'similarity_score',
    'vector_distance',
    'matched_chunk_preview',
  ],
  properties: {
    knowledge_source_unique_id: uniqueId,
    knowledge_source_name: { type: 'string' },
    knowledge_group_unique_id: uniqueId,
    knowledge_group_name: { type: 'string' },
    similarity_score: { type: 'number' },
    vector_distance: { type: 'number', description: '1 less similarity_score.' },
    matched_chunk_preview: { type: 'string' },
  },
} as const satisfies JsonSchema

/** What a preflight found. */
export const preflightResult = {
  type: 'object',
  required: [
    'has_duplicates',
    'similarity_threshold',
    'max_results',
    'existing_chunks_checked',
    'embedding_time_ms',
    'tokens_used',
    'matches',
  ],
  properties: {
    has_duplicates: { type: 'boolean' },
    similarity_threshold: { type: 'number' },
    max_results: { type: 'number' },
    existing_chunks_checked: { type: 'number' },
    embedding_time_ms: { type: 'number' },
    tokens_used: { type: 'number' },
    matches: { type: 'array', items: match },
  },
} as const satisfies JsonSchema
