import { type JsonSchema, name, notBlank, timestamp, uniqueId } from '../../http/schema.ts'
import { botRecord } from '../bots/schema.ts'

const types = ['FILE', 'SITE', 'TEXT'] as const

/** The maximum length of a document's content, in bytes of UTF-8. */
export const maxContentLength = 2 * 1024 * 1024

/** The text of a document, which must not be empty. */
const content = {
  type: 'string',
  maxLength: maxContentLength,
  pattern: notBlank,
  description: 'At most 2 MB as UTF-8.',
} as const satisfies JsonSchema

/** Defaults of a new document. */
export const newKnowledgeDefaults = {
  document_id: '',
  source: '',
  is_private_source: true,
  is_indexed: true,
} as const

/** The fields that both creation and change take. */
const fields = {
  knowledge_group_unique_id: { type: 'string' },
  name,
  type: { type: 'string', enum: types },
  content,
  document_id: {
    type: 'string',
    maxLength: 255,
    description: 'Identifies the document within its bot. Empty: the content identifies it.',
  },
  source: { type: 'string', maxLength: 2048 },
  is_private_source: { type: 'boolean' },
  is_indexed: { type: 'boolean' },
} as const satisfies { readonly [field: string]: JsonSchema }

/** The body of POST /knowledges. */
export const newKnowledge = {
  type: 'object',
  required: ['bot_unique_id', 'knowledge_group_unique_id', 'name', 'type', 'content'],
  properties: {
    bot_unique_id: { type: 'string' },
    ...fields,
  },
} as const satisfies JsonSchema

/** The body of PATCH /knowledges/{uniqueId}: absent fields do not change. */
export const knowledgeChange = {
  type: 'object',
  properties: fields,
} as const satisfies JsonSchema

/** A document in responses, without its content. */
export const knowledgeRecord = {
  type: 'object',
  required: [
    'unique_id',
    'type',
    'name',
    'hash_sum',
    'document_id',
    'source',
    'is_private_source',
    'is_indexed',
    'created_at',
    'updated_at',
    'bot',
  ],
  properties: {
    unique_id: uniqueId,
    type: { type: 'string', enum: types },
    name: { type: 'string' },
    hash_sum: { type: 'string', pattern: '^[0-9a-f]{64}$' },
    document_id: { type: 'string' },
    source: { type: 'string' },
    is_private_source: { type: 'boolean' },
    is_indexed: { type: 'boolean' },
    created_at: timestamp,
    updated_at: timestamp,
    bot: botRecord,
  },
} as const satisfies JsonSchema

/** A document with the fields that the contract's own responses do not contain. */
export const fullKnowledgeRecord = {
  type: 'object',
  required: [...knowledgeRecord.required, 'knowledge_group_unique_id', 'content'],
  properties: {
    ...knowledgeRecord.properties,
    knowledge_group_unique_id: uniqueId,
    content: { type: 'string' },
  },
} as const satisfies JsonSchema

/** The response to an added document. */
export const addedKnowledge = {
  type: 'object',
  required: ['message', 'is_exists', 'data'],
  properties: {
    message: { type: 'string' },
    is_exists: {
      type: 'boolean',
      description: 'True if the bot had the document, or another one with the same content.',
    },
    data: knowledgeRecord,
  },
} as const satisfies JsonSchema

/** The body of POST /knowledge-groups. */
export const newKnowledgeGroup = {
  type: 'object',
  required: ['bot_unique_id', 'name'],
  properties: { bot_unique_id: { type: 'string' }, name },
} as const satisfies JsonSchema

/** A knowledge group in responses. */
export const knowledgeGroupRecord = {
  type: 'object',
  required: ['unique_id', 'name'],
  properties: { unique_id: uniqueId, name: { type: 'string' } },
} as const satisfies JsonSchema

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

/** Defaults of a preflight. */
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
    vector_distance: { type: 'number', description: '1 minus similarity_score.' },
    matched_chunk_preview: { type: 'string' },
  },
} as const satisfies JsonSchema

/** The result of a preflight. */
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
