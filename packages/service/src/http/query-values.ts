import { checkString } from './json-body.ts'
import type { JsonSchema } from './schema.ts'

/**
 * The query with its numbers and booleans read, as its schema has them, and unknown fields left out. What does not
 * read as such stays a text, which the validation then refuses; so does a field given twice.
 */
export function readQuery(schema: JsonSchema, query: unknown): Record<string, unknown> {
  const given: Record<string, unknown> = typeof query === 'object' && query !== null ? { ...query } : {}
  const known = Object.entries(schema.properties ?? {}).filter(([name]) => Object.hasOwn(given, name))
  return Object.fromEntries(known.map(([name, property]) => [name, readValue(property, given[name])]))
}

/** The headers that the schema names; the others are nobody's business. */
export function readHeaders(schema: JsonSchema, headers: object): Record<string, unknown> {
  const named = Object.entries(headers).filter(([name]) => Object.hasOwn(schema.properties ?? {}, name))
  return Object.fromEntries(named)
}

function readValue({ type }: JsonSchema, value: unknown): unknown {
  if (typeof value !== 'string') return value
  checkString(value)
  if (type === 'integer' && /^-?\d{1,15}$/.test(value)) return Number(value)
  if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true'
  return value
}
