import type { JsonSchema } from './infer.ts'
import { name, uniqueId } from './primitives.ts'

/** The body of POST /knowledge-groups. */
export const newKnowledgeGroup = {
  type: 'object',
  required: ['bot_unique_id', 'name'],
  properties: { bot_unique_id: { type: 'string' }, name },
} as const satisfies JsonSchema

/** A knowledge group in answers. */
export const knowledgeGroupRecord = {
  type: 'object',
  required: ['unique_id', 'name'],
  properties: { unique_id: uniqueId, name: { type: 'string' } },
} as const satisfies JsonSchema
