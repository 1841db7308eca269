import type { JsonSchema } from './infer.ts'

/** The versions of a provider. */
export const versionList = {
  type: 'object',
  required: ['data', 'is_complete'],
  properties: {
    data: {
      type: 'array',
      items: { type: 'object', required: ['gpt_version'], properties: { gpt_version: { type: 'string' } } },
    },
    is_complete: {
      type: 'boolean',
      description: 'False where the provider could not be asked: then the version that it is set up with.',
    },
  },
} as const satisfies JsonSchema
