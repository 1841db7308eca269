import type { Schema } from '../openapi/read-operations.ts'
import { type BadRequest, jsonType, refusedOrHarmless } from './bad-request.ts'
import { itemsOf, propertiesOf, requiredOf, typeOf } from './sample-value.ts'

/** A value that a schema does not allow, and why. */
interface WrongValue {
  readonly why: string
  readonly value: unknown
}

const ofEachType: readonly (WrongValue & { readonly types: readonly string[] })[] = [
  { why: 'a number', value: 7, types: ['number', 'integer'] },
  { why: 'a text', value: 'text', types: ['string'] },
  { why: 'true', value: true, types: ['boolean'] },
  { why: 'null', value: null, types: ['null'] },
  { why: 'a list', value: [], types: ['array'] },
  { why: 'an object', value: {}, types: ['object'] },
]

/** An operation with a body, and a valid body. */
export interface Posting {
  readonly method: string
  readonly path: string
  readonly schema: Schema
  readonly isBodyRequired: boolean
  readonly good: Readonly<Record<string, unknown>>
}

/** Bodies that violate the schema, and bodies that are not JSON. */
export function badBodies(posting: Posting): readonly BadRequest[] {
  const { method, path, schema, good } = posting
  const json = (why: string, value: unknown): BadRequest => ({
    why,
    method,
    path,
    headers: jsonType,
    body: JSON.stringify(value),
    expects: [400],
  })
  return [
    ...requiredOf(schema).map(name => json(`without "${name}"`, without(good, name))),
    ...propertiesOf(schema).flatMap(([name, property]) => [
      ...wrongValues(property).map(({ why, value }) => json(`"${name}" is ${why}`, { ...good, [name]: value })),
      ...wrongWithin(name, property).map(({ why, value }) => json(why, { ...good, [name]: value })),
    ]),
    {
      ...json('with a field that nobody knows', { ...good, nobody_knows: 1 }),
      expects: schema.additionalProperties === true ? refusedOrHarmless : [400],
    },
    ...brokenTexts(posting),
  ]
}

/** Creates invalid values for the contents of a list or an object. */
function wrongWithin(name: string, schema: Schema): readonly { readonly why: string; readonly value: unknown }[] {
  if (typeOf(schema) === 'array') {
    const items = wrongValues(itemsOf(schema)).filter(({ value }) => value !== null)
    return items.slice(0, 2).map(({ why, value }) => ({ why: `"${name}" holds ${why}`, value: [value] }))
  }
  const [required] = requiredOf(schema)
  if (typeOf(schema) !== 'object' || required === undefined) return []
  return [{ why: `"${name}" lacks "${required}"`, value: {} }]
}

function brokenTexts({ method, path, good, isBodyRequired }: Posting): readonly BadRequest[] {
  const text = JSON.stringify(good)
  const inner = text.slice(1, -1)
  const more = inner === '' ? '' : `,${inner}`
  const odd = (why: string, body: BadRequest['body'], expects: readonly number[] = [400]): BadRequest => ({
    why,
    method,
    path,
    headers: jsonType,
    ...(body !== undefined && { body }),
    expects,
  })
  const typed = (why: string, type: string, body: string): BadRequest => ({
    ...odd(why, body, [415]),
    headers: { 'content-type': type },
  })
  return [
    ...(isBodyRequired ? [odd('no body at all', ''), odd('null as a body', 'null')] : []),
    odd('a list as a body', '[]'),
    odd('a text as a body', '"text"'),
    odd('JSON that is cut off', text.slice(0, -1)),
    odd('JSON with more behind it', `${text}x`),
    odd(
      'a byte that is no UTF-8',
      Buffer.concat([Buffer.from('{"nobody_knows":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')]),
    ),
    odd('a key __proto__', `{"__proto__":{"a":1}${more}}`),
    odd('a key constructor', `{"constructor":{"prototype":{"a":1}}${more}}`),
    odd('a key that holds NUL', `{"a\\u0000":1${more}}`),
    odd('a number beyond all', `{"nobody_knows":1e999${more}}`),
    odd('every key twice', `{${inner}${more}}`, refusedOrHarmless),
    odd('ten thousand lists in each other', `{"nobody_knows":${'['.repeat(10_000)}${']'.repeat(10_000)}${more}}`),
    odd('a body of 5 MB', `{"nobody_knows":"${'x'.repeat(5 * 1024 * 1024)}"${more}}`, [413]),
    typed('a form', 'application/x-www-form-urlencoded', 'name=a'),
    typed('XML', 'application/xml', '<name>a</name>'),
    typed('JSON declared as text', 'text/plain', text),
    typed('a type that is none', 'nonsense', text),
  ]
}

function without(value: Readonly<Record<string, unknown>>, name: string): object {
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== name))
}

/** Values that a schema rejects, one for each of its keywords, and values that JSON allows but no field may contain. */
function wrongValues(schema: Schema): readonly WrongValue[] {
  // A schema without a type or an enum allows every value.
  if (schema.type === undefined && schema.enum === undefined) return []
  return [...wrongTypes(schema), ...beyondBounds(schema), ...wrongTexts(schema), ...wrongLists(schema)]
}

function wrongTypes(schema: Schema): readonly WrongValue[] {
  const { type } = schema
  const allowed = Array.isArray(type) ? type : [typeOf(schema)]
  return ofEachType.filter(({ types }) => !types.some(one => allowed.includes(one)))
}

function beyondBounds({ minimum, maximum, type }: Schema): readonly WrongValue[] {
  return [
    ...(typeof minimum === 'number' ? [{ why: 'a number that is too small', value: minimum - 1 }] : []),
    ...(typeof maximum === 'number' ? [{ why: 'a number that is too large', value: maximum + 1 }] : []),
    ...(type === 'integer' ? [{ why: 'a fraction', value: 1.5 }] : []),
  ]
}

function wrongTexts(schema: Schema): readonly WrongValue[] {
  if (typeOf(schema) !== 'string') return []
  const { minLength, maxLength, enum: choices, format } = schema
  return [
    ...(Array.isArray(choices) ? [{ why: 'none of the choices', value: 'none of these' }] : []),
    ...(typeof minLength === 'number' && minLength > 0 ? [{ why: 'an empty text', value: '' }] : []),
    ...(typeof maxLength === 'number' ? [{ why: 'a text that is too long', value: 'x'.repeat(maxLength + 1) }] : []),
    ...(format === 'date' || format === 'date-time' ? [{ why: 'an invalid date', value: '2026-02-30' }] : []),
    { why: 'a text with NUL', value: 'a\0b' },
    { why: 'a lone surrogate', value: '\ud800' },
  ]
}

function wrongLists({ maxItems, type }: Schema): readonly WrongValue[] {
  if (type !== 'array' || typeof maxItems !== 'number' || maxItems > 1000) return []
  return [{ why: 'a list that is too long', value: Array(maxItems + 1).fill('x') }]
}
