import type { JsonSchema } from './infer.ts'
import { timestamp, uniqueId } from './primitives.ts'

/** The answer of every deletion. */
export const deletedRecord = {
  type: 'object',
  required: ['unique_id', 'deleted_at'],
  properties: { unique_id: uniqueId, deleted_at: timestamp },
} as const satisfies JsonSchema
