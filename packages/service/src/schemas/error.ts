import type { JsonSchema } from './infer.ts'

/** The body of every answer that is no success. */
export const errorBody = {
  type: 'object',
  required: ['statusCode', 'error', 'message', 'code'],
  properties: {
    statusCode: { type: 'integer' },
    error: { type: 'string', description: 'The phrase of the status.' },
    message: { type: 'string' },
    code: { type: 'string' },
  },
} as const satisfies JsonSchema
