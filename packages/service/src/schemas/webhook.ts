import type { JsonSchema } from './infer.ts'
import { uniqueId } from './primitives.ts'

/** The body of the event that a result is ready. */
export const webhookEvent = {
  type: 'object',
  required: ['meta', 'type', 'error'],
  properties: {
    response: { type: 'object', properties: { message: { type: 'string' } } },
    meta: {
      type: 'object',
      required: ['unique_id', 'bot_unique_id'],
      properties: {
        unique_id: uniqueId,
        bot_unique_id: uniqueId,
        meta: { type: 'object', additionalProperties: true, description: 'What the caller sent along.' },
      },
    },
    type: { type: 'string', enum: ['SUCCESS', 'OPERATOR', 'ERROR'] },
    error: { type: 'boolean' },
  },
} as const satisfies JsonSchema
