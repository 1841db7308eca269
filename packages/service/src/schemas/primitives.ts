import type { JsonSchema } from './infer.ts'

/** The id of a record. */
export const uniqueId = { type: 'string', format: 'uuid' } as const satisfies JsonSchema

/** ISO 8601 in UTC, with milliseconds. */
export const timestamp = { type: 'string', format: 'date-time' } as const satisfies JsonSchema

/** The name of a thing. */
export const name = { type: 'string', minLength: 1, maxLength: 255 } as const satisfies JsonSchema

/** The longest text that a customer writes, in characters. */
export const longestText = 32_768

/** Text without a limit of its own in the contract. */
export const text = { type: 'string', maxLength: longestText } as const satisfies JsonSchema

/** Text that null clears. */
export const clearableText = { type: ['string', 'null'], maxLength: longestText } as const satisfies JsonSchema

/** Names a field that the contract does not list. */
export const localExtension = { 'x-local-extension': true } as const
