import type { JsonSchema } from './infer.ts'

/** The most records that a page holds. */
const mostTaken = 100

const skip = { type: 'integer', minimum: 0, maximum: 2_147_483_647, default: 0 } as const satisfies JsonSchema
const take = { type: 'integer', minimum: 1, maximum: mostTaken, default: 10 } as const satisfies JsonSchema

/** The query fields of every list. */
export const paging = { skip, take } as const

/** By creation date; asc is oldest first. */
export const orderBy = { type: 'string', enum: ['asc', 'desc'], default: 'desc' } as const satisfies JsonSchema

/** A day in UTC. */
export const day = { type: 'string', format: 'date' } as const satisfies JsonSchema

/** The answer of every list: a page of records, and how many there are. */
export function listOf<const Item extends JsonSchema>(item: Item) {
  return {
    type: 'object',
    required: ['data', 'meta'],
    properties: {
      data: { type: 'array', items: item },
      meta: {
        type: 'object',
        required: ['total', 'skip', 'take'],
        properties: { total: { type: 'integer' }, skip: { type: 'integer' }, take: { type: 'integer' } },
      },
    },
  } as const
}
