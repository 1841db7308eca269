import type { Schema } from '../openapi/read-operations.ts'
import { typeOf } from './sample-value.ts'

/** A value that a schema does not allow, and why. */
export interface WrongValue {
  readonly why: string
  readonly value: unknown
}

/** Values that a schema refuses, one for each of its keywords, and what JSON allows but no field may hold. */
export function wrongValues(schema: Schema): readonly WrongValue[] {
  // What says nothing of its type allows all.
  if (schema.type === undefined && schema.enum === undefined) return []
  return [...wrongTypes(schema), ...beyondBounds(schema), ...wrongTexts(schema), ...wrongLists(schema)]
}

const ofEachType: readonly (WrongValue & { readonly types: readonly string[] })[] = [
  { why: 'a number', value: 7, types: ['number', 'integer'] },
  { why: 'a text', value: 'text', types: ['string'] },
  { why: 'true', value: true, types: ['boolean'] },
  { why: 'null', value: null, types: ['null'] },
  { why: 'a list', value: [], types: ['array'] },
  { why: 'an object', value: {}, types: ['object'] },
]

function wrongTypes(schema: Schema): readonly WrongValue[] {
  const { type } = schema
  const allowed = Array.isArray(type) ? type : [typeOf(schema)]
  return ofEachType.filter(({ types }) => !types.some(one => allowed.includes(one)))
}

function beyondBounds({ minimum, maximum, type }: Schema): readonly WrongValue[] {
  return [
    ...(typeof minimum === 'number' ? [{ why: 'too small a number', value: minimum - 1 }] : []),
    ...(typeof maximum === 'number' ? [{ why: 'too large a number', value: maximum + 1 }] : []),
    ...(type === 'integer' ? [{ why: 'half a number', value: 1.5 }] : []),
  ]
}

function wrongTexts(schema: Schema): readonly WrongValue[] {
  if (typeOf(schema) !== 'string') return []
  const { minLength, maxLength, enum: choices, format } = schema
  return [
    ...(Array.isArray(choices) ? [{ why: 'none of the choices', value: 'none of these' }] : []),
    ...(typeof minLength === 'number' && minLength > 0 ? [{ why: 'an empty text', value: '' }] : []),
    ...(typeof maxLength === 'number' ? [{ why: 'too long a text', value: 'x'.repeat(maxLength + 1) }] : []),
    ...(format === 'date' || format === 'date-time' ? [{ why: 'no date', value: '2026-02-30' }] : []),
    { why: 'a text with NUL', value: 'a\0b' },
    { why: 'half a surrogate pair', value: '\ud800' },
  ]
}

function wrongLists({ maxItems, type }: Schema): readonly WrongValue[] {
  if (type !== 'array' || typeof maxItems !== 'number' || maxItems > 1000) return []
  return [{ why: 'too long a list', value: Array(maxItems + 1).fill('x') }]
}
