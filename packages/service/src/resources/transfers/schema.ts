import { type JsonSchema, localExtension, timestamp, uniqueId } from '../../http/schema.ts'
import { botRecord } from '../bots/schema.ts'

/** The values of a transfer's status. */
export const transferStatuses = ['PENDING', 'RUNNING', 'SUCCESS', 'FAILED'] as const

/** The body of POST /knowledge-transfer. */
export const newTransfer = {
  type: 'object',
  required: ['source_bot_unique_id', 'target_bot_unique_id'],
  properties: { source_bot_unique_id: { type: 'string' }, target_bot_unique_id: { type: 'string' } },
} as const satisfies JsonSchema

/** A transfer in responses. */
export const transferRecord = {
  type: 'object',
  required: ['unique_id', 'status', 'progress', 'created_at', 'updated_at', 'source_bot', 'target_bot', 'error'],
  properties: {
    unique_id: uniqueId,
    status: { type: 'string', enum: transferStatuses },
    progress: { type: 'number', minimum: 0, maximum: 100 },
    created_at: timestamp,
    updated_at: timestamp,
    source_bot: botRecord,
    target_bot: botRecord,
    error: { type: ['string', 'null'], ...localExtension },
  },
} as const satisfies JsonSchema
