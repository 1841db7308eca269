import type { DocumentedOperation, Parameter } from '../openapi/read-operations.ts'
import { type BadRequest, refusedOrHarmless } from './bad-request.ts'

/** An operation, and the address of a valid request of it. */
export interface Addressed {
  readonly operation: DocumentedOperation
  /** Below /api/v1, with the query. */
  readonly path: string
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
}

const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

/** Addresses with invalid ids or queries, and methods that the address does not support. */
export function badAddresses(addressed: Addressed, methods: ReadonlySet<string>): readonly BadRequest[] {
  return [...wrongIds(addressed), ...wrongQueries(addressed), ...wrongMethods(addressed, methods)]
}

/** Invalid ids, and the expected statuses of each. */
const noIds: readonly (readonly [why: string, id: string, expects: readonly number[]])[] = [
  ['a word', 'nonsense', [404]],
  ['SQL', encodeURIComponent("'; drop table bots; --"), [404]],
  ['a way upward', encodeURIComponent('../../etc/passwd'), [404]],
  ['NUL', '%00', [400, 404]],
  ['a percent sign of no byte', '%zz', [400, 404]],
  ['bytes that are no UTF-8', '%ff%fe', [400, 404]],
  ['2,000 characters', 'x'.repeat(2000), [400, 404, 414]],
  ['nothing', '', [400, 404]],
]

function wrongIds({ operation, path, ...rest }: Addressed): readonly BadRequest[] {
  const [place = ''] = path.split('?')
  return Array.from(place.matchAll(uuid)).flatMap(({ 0: found, index }, nth) =>
    noIds.map(([why, id, expects]) => ({
      ...rest,
      why: `id ${nth + 1} of the path is ${why}`,
      method: operation.method,
      path: path.slice(0, index) + id + path.slice(index + found.length),
      expects,
    })),
  )
}

function wrongQueries({ operation, path, ...rest }: Addressed): readonly BadRequest[] {
  const parameters = operation.parameters.filter(parameter => parameter.in === 'query')
  const ask = (why: string, name: string, value: string | undefined, expects: readonly number[]): BadRequest => ({
    ...rest,
    why,
    method: operation.method,
    path: withParameter(path, name, value),
    expects,
  })
  return parameters.flatMap(parameter => {
    const { name, schema, isRequired } = parameter
    // A default replaces a parameter that the document declares as required.
    const isMissed = isRequired && schema.default === undefined
    return [
      ...(isMissed ? [ask(`without "${name}"`, name, undefined, [400])] : []),
      ask(`"${name}" given twice`, name, `1&${name}=2`, [400]),
      ask(`"${name}" holds NUL`, name, '%00', [400, 404]),
      ask(`"${name}" holds bytes that are no UTF-8`, name, '%ff%fe', refusedOrHarmless),
      ask(`"${name}" is a percent sign of no byte`, name, '%zz', refusedOrHarmless),
      ask(`"${name}" is a list`, `${name}[]`, '1', refusedOrHarmless),
      ...wrongParameterValues(parameter).map(([why, value]) => ask(`"${name}" is ${why}`, name, value, [400, 404])),
    ]
  })
}

function wrongParameterValues({ schema }: Parameter): readonly (readonly [why: string, value: string])[] {
  const { type, minimum, maximum, enum: choices, format } = schema
  if (type === 'integer' || type === 'number') {
    return [
      ['a word', 'word'],
      ['beyond all numbers', '9'.repeat(30)],
      ['in another notation', '0x10'],
      ...(typeof minimum === 'number' ? [['too small', String(minimum - 1)] as const] : []),
      ...(typeof maximum === 'number' ? [['too large', String(maximum + 1)] as const] : []),
    ]
  }
  if (type === 'boolean') return [['a word', 'maybe']]
  if (Array.isArray(choices)) return [['none of the choices', 'none-of-these']]
  if (format === 'date')
    return [
      ['no day', '2026-02-30'],
      ['a word', 'yesterday'],
    ]
  return []
}

function wrongMethods({ path }: Addressed, methods: ReadonlySet<string>): readonly BadRequest[] {
  return ['PUT', 'DELETE', 'TRACE', 'PROPFIND']
    .filter(method => !methods.has(method))
    .map(method => ({ why: `the method ${method}`, method, path, expects: [404, 405] }))
}

function withParameter(path: string, name: string, value: string | undefined): string {
  const [place = '', query = ''] = path.split('?')
  const others = query.split('&').filter(pair => pair !== '' && pair.split('=')[0] !== name)
  const all = value === undefined ? others : [...others, `${name}=${value}`]
  return all.length === 0 ? place : `${place}?${all.join('&')}`
}
