import { botRecord } from './bot.ts'
import type { JsonSchema } from './infer.ts'
import { name, timestamp, uniqueId } from './primitives.ts'

const types = ['FILE', 'SITE', 'TEXT'] as const

/** The longest content of a document, in bytes of UTF-8. */
export const longestContent = 2 * 1024 * 1024

/** The text of a document: something has to be in it. */
export const content = {
  type: 'string',
  maxLength: longestContent,
  pattern: '\\S',
  description: 'At most 2 MB as UTF-8.',
} as const satisfies JsonSchema

/** What a document has where its creation does not say. */
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
  document_id: { type: 'string', maxLength: 255 },
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

/** The body of PATCH /knowledges/{uniqueId}: what is absent stays. */
export const knowledgeChange = {
  type: 'object',
  properties: fields,
} as const satisfies JsonSchema

/** A document in answers; its content is not shown. */
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

/** A document with what the contract's own answers do not show of it. */
export const fullKnowledgeRecord = {
  type: 'object',
  required: [...knowledgeRecord.required, 'knowledge_group_unique_id', 'content'],
  properties: {
    ...knowledgeRecord.properties,
    knowledge_group_unique_id: uniqueId,
    content: { type: 'string' },
  },
} as const satisfies JsonSchema

/** The answer to a document that was sent. */
export const addedKnowledge = {
  type: 'object',
  required: ['message', 'is_exists', 'data'],
  properties: {
    message: { type: 'string' },
    is_exists: { type: 'boolean' },
    data: knowledgeRecord,
  },
} as const satisfies JsonSchema
