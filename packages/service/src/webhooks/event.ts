import { type JsonSchema, localExtension, uniqueId } from '../http/schema.ts'
import type { Completion } from '../resources/completions/table.ts'

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
        meta: { type: 'object', additionalProperties: true, description: 'The metadata that the caller sent.' },
      },
    },
    type: { type: 'string', enum: ['SUCCESS', 'OPERATOR', 'ERROR'] },
    error: { type: 'boolean' },
  },
} as const satisfies JsonSchema

/** The headers that sign a result, those of Standard Webhooks, and the one that orders the results of a dialogue. */
export const webhookHeaders = {
  type: 'object',
  required: ['webhook-id', 'webhook-timestamp', 'webhook-signature', 'x-scenewright-sequence'],
  properties: {
    'webhook-id': {
      type: 'string',
      description: 'Equal to meta.unique_id, and the same for every attempt.',
      ...localExtension,
    },
    'webhook-timestamp': { type: 'string', description: 'Seconds since 1970.', ...localExtension },
    'webhook-signature': {
      type: 'string',
      description: 'v1, and the HMAC-SHA256 of id.timestamp.body in base64.',
      ...localExtension,
    },
    'x-scenewright-sequence': {
      type: 'string',
      description: 'A number that is greater for a later request of a dialogue, and the same for every attempt.',
      ...localExtension,
    },
  },
} as const satisfies JsonSchema

/** The JSON of the event that a result is ready. An error has no answer; the caller's metadata is returned as sent. */
export function webhookBody(result: {
  readonly completion: Pick<Completion, 'id' | 'bot_id' | 'meta'>
  readonly status: 'SUCCESS' | 'OPERATOR' | 'ERROR'
  readonly text: string | null
}): string {
  const { completion, status, text } = result
  const ids = JSON.stringify({ unique_id: completion.id, bot_unique_id: completion.bot_id })
  const meta = completion.meta === null ? ids : `${ids.slice(0, -1)},"meta":${completion.meta}}`
  const response = text === null ? '' : `"response":${JSON.stringify({ message: text })},`
  return `{${response}"meta":${meta},"type":"${status}","error":${status === 'ERROR'}}`
}
