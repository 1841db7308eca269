import { HttpError } from './http-error.ts'
import type { JsonSchema } from './schema.ts'

/** Deeper values would overflow the stack of recursive functions. */
const maxDepth = 100
/**
 * The maximum number of elements of all lists and objects of a body: more than fit into any field but the flow of a
 * scenario, which may have thousands of nodes and edges.
 */
export const maxElements = { usual: 40_000, scenario: 150_000 } as const
/** The maximum number of fields of one object. */
const maxFields = 10_000

const [quote, backslash, comma, openList, closeList, openObject, closeObject] = Buffer.from('"\\,[]{}')

/**
 * Throws an HttpError 400 for JSON whose shape would take the event loop hundreds of milliseconds to parse and to walk:
 * nesting beyond 100, more than `maxElements` elements, an object with more than 10,000 fields. Reads 4 MB within a few
 * milliseconds. JSON does not have to be valid.
 */
export function checkJsonShape(json: Uint8Array, maxElements: number): void {
  const commas = new Uint32Array(maxDepth + 1)
  let depth = 0
  let elements = 0
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at]
    if (byte === quote) {
      at += 1
      while (at < json.length && json[at] !== quote) at += json[at] === backslash ? 2 : 1
    } else if (byte === comma || byte === openList || byte === openObject) {
      elements += 1
      if (elements > maxElements) throw new HttpError(400, `The body has more than ${maxElements} elements.`)
      if (byte !== comma) {
        depth += 1
        if (depth > maxDepth) throw tooDeep()
        commas[depth] = 0
      } else if (depth > 0) commas[depth] = (commas[depth] ?? 0) + 1
    } else if (byte === closeList || byte === closeObject) {
      if (byte === closeObject && (commas[depth] ?? 0) >= maxFields) {
        throw new HttpError(400, `The body has an object with more than ${maxFields} fields.`)
      }
      depth = Math.max(0, depth - 1)
    }
  }
}

function tooDeep(): HttpError {
  return new HttpError(400, `The body is nested deeper than ${maxDepth} levels.`)
}

/**
 * Rejects values that JSON allows but the database or a later reader does not: NUL, unpaired surrogates, numbers beyond
 * the range, nesting beyond 100. Walks without recursion.
 */
export function checkJsonValue(root: unknown): void {
  let level: object[] = []
  let next: object[] = []
  const visit = (value: unknown) => {
    if (typeof value === 'string') checkString(value)
    else if (typeof value === 'number' && !Number.isFinite(value)) throw new HttpError(400, 'A number is out of range.')
    else if (typeof value === 'object' && value !== null) next.push(value)
  }
  visit(root)
  for (let depth = 0; next.length > 0; depth += 1) {
    if (depth === maxDepth) throw tooDeep()
    level = next
    next = []
    for (const container of level) {
      if (!Array.isArray(container)) Object.keys(container).forEach(checkString)
      Object.values(container).forEach(visit)
    }
  }
}

/** Throws an HttpError 400 for a text that the database cannot store. */
export function checkString(value: string): void {
  if (value.includes('\0')) throw new HttpError(400, 'A text contains the character NUL.')
  if (!value.isWellFormed()) throw new HttpError(400, 'A text contains half of a surrogate pair.')
}

/** The text of a field of a JSON object as it was sent, the last one of that name. `json` must be valid. */
export function readFieldText(json: string, field: string): string | undefined {
  let found: string | undefined
  let at = skipSpace(json, skipSpace(json, 0) + 1)
  while (json[at] === '"') {
    const colon = skipSpace(json, endOfValue(json, at))
    const start = skipSpace(json, colon + 1)
    const end = endOfValue(json, start)
    if (JSON.parse(json.slice(at, colon)) === field) found = json.slice(start, end)
    at = skipSpace(json, end)
    if (json[at] === ',') at = skipSpace(json, at + 1)
  }
  return found
}

/** A valid JSON text without white space and needless escapes; numbers keep their digits. */
export function compactJson(json: string): string {
  return json.replaceAll(/"[^"\\]*(?:\\.[^"\\]*)*"|[\s\ufeff]+/g, part =>
    part.startsWith('"') ? JSON.stringify(JSON.parse(part)) : '',
  )
}

/** Whether every number in a valid JSON text has the same value once it was read. Takes linear time, for any text. */
export function keepsNumbers(json: string): boolean {
  // A string may have no end.
  for (const [token] of json.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?$)|-?\d[\d.eE+-]*/gs)) {
    if (!token.startsWith('"') && inOneSpelling(token) !== inOneSpelling(String(Number(token)))) return false
  }
  return true
}

/** The value of a number in one spelling: its digits without zeros around them, and the power of ten. */
function inOneSpelling(number: string): string {
  const [, sign, whole = '', fraction = '', power = '0'] = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(number) ?? []
  const digits = `${whole}${fraction}`.replace(/^0+/, '')
  let length = digits.length
  while (digits[length - 1] === '0') length -= 1
  return length === 0
    ? '0'
    : `${sign}${digits.slice(0, length)}e${Number(power) - fraction.length + digits.length - length}`
}

function skipSpace(json: string, from: number): number {
  let at = from
  // JSON's own white space, and the byte order mark before it.
  while (at < json.length && ' \t\r\n\ufeff'.includes(json.charAt(at))) at += 1
  return at
}

/** A whole string, or any other text up to the next character that ends or nests a value. */
const piece = /"[^"\\]*(?:\\.[^"\\]*)*"|[{[]|[}\]]|[,:\s]+|[^"{}[\],:\s]+/gy

/** The end of the value that begins at `start`. */
function endOfValue(json: string, start: number): number {
  let depth = 0
  piece.lastIndex = start
  do {
    const [sign = ''] = piece.exec(json)?.[0] ?? ''
    if (sign === '') return json.length
    if (sign === '{' || sign === '[') depth += 1
    else if (sign === '}' || sign === ']') depth -= 1
  } while (depth > 0)
  return piece.lastIndex
}

/** The schema with `additionalProperties: false` in every object that does not set it. */
export function rejectUnknownFields(schema: JsonSchema): JsonSchema {
  const { properties, items } = schema
  return {
    ...schema,
    ...(items !== undefined && { items: rejectUnknownFields(items) }),
    ...(properties !== undefined && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, property]) => [name, rejectUnknownFields(property)]),
      ),
      additionalProperties: schema.additionalProperties ?? false,
    }),
  }
}

/** The given fields of `record` that are among `names`. */
export function pickFields<Fields extends object, Name extends keyof Fields>(
  record: Fields,
  names: readonly Name[],
): Pick<Fields, Name> {
  const picked: Partial<Pick<Fields, Name>> = {}
  for (const name of names) if (record[name] !== undefined) picked[name] = record[name]
  // `Pick` keeps fields optional that the record may lack.
  return picked as Pick<Fields, Name>
}
