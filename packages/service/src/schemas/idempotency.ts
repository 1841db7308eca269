import type { JsonSchema } from './infer.ts'
import { localExtension } from './primitives.ts'

/** The header by which a request that is sent again is known. */
export const idempotencyHeaders = {
  type: 'object',
  properties: {
    'idempotency-key': {
      type: 'string',
      minLength: 1,
      maxLength: 255,
      description:
        'A request that comes again with the same key within 24 hours is answered as the first, and not queued.',
      ...localExtension,
    },
  },
} as const satisfies JsonSchema
