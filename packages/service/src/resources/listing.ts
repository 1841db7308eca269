import { type SqlBool, sql } from 'kysely'
import { HttpError } from '../http/http-error.ts'
import type { JsonSchema } from '../http/schema.ts'

/** The maximum number of records per page. */
const maxTaken = 100

const skip = { type: 'integer', minimum: 0, maximum: 2_147_483_647, default: 0 } as const satisfies JsonSchema
const take = { type: 'integer', minimum: 1, maximum: maxTaken, default: 10 } as const satisfies JsonSchema

/** The query fields of every list. */
export const paging = { skip, take } as const

/** By creation date; asc is oldest first. */
export const orderBy = { type: 'string', enum: ['asc', 'desc'], default: 'desc' } as const satisfies JsonSchema

/** A day in UTC. */
export const day = { type: 'string', format: 'date' } as const satisfies JsonSchema

/** The response of every list: a page of records, and the total number. */
export function listSchema<const Item extends JsonSchema>(item: Item) {
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

/** A period from the start of one day to before the start of another. */
export interface Period {
  readonly from?: Date
  readonly before?: Date
}

/** A day, in milliseconds. */
export const dayMs = 24 * 60 * 60 * 1000
/** The limits of days: no record is older or newer, and databases cannot represent every time beyond. */
const earliest = new Date('1970-01-01T00:00:00.000Z')
const latest = new Date('9999-01-01T00:00:00.000Z')

/** The days from `start` to `end` in UTC, both included. Throws an HttpError 400 if they are in the wrong order. */
export function readPeriod(start: string | undefined, end: string | undefined): Period {
  const from = start === undefined ? undefined : new Date(`${start}T00:00:00.000Z`)
  const last = end === undefined ? undefined : new Date(`${end}T00:00:00.000Z`)
  if (from !== undefined && last !== undefined && last < from) {
    throw new HttpError(400, 'The field "end_date" of the query is before "start_date".')
  }
  return {
    ...(from !== undefined && { from: within(from) }),
    ...(last !== undefined && { before: within(new Date(last.getTime() + dayMs)) }),
  }
}

function within(moment: Date): Date {
  return new Date(Math.min(Math.max(moment.getTime(), earliest.getTime()), latest.getTime()))
}

/** Whether a record was created within a period. */
export function createdWithin({ from, before }: Period) {
  const isAfter = from === undefined ? sql`true` : sql`created_at >= ${from}`
  return before === undefined ? sql<SqlBool>`${isAfter}` : sql<SqlBool>`${isAfter} and created_at < ${before}`
}

/**
 * The regular expression for "contains this text" in upper or lower case. ILIKE takes twice as long, and the locale of a
 * database may know no case beyond ASCII.
 */
export function containsPattern(text: string): string {
  return Array.from(text, inAnyCase).join('')
}

function inAnyCase(character: string): string {
  // The lower case of İ has two characters.
  if ('iIİ'.includes(character)) return '[iIİ]'
  const upper = character.toUpperCase()
  const forms = [character, upper, character.toLowerCase(), upper.toLowerCase()]
  const characters = new Set(forms.filter(form => Array.from(form).length === 1))
  if (characters.size > 1) return `[${[...characters].join('')}]`
  return character.replace(/[!-/:-@[-`{-~]/, String.raw`\$&`)
}
