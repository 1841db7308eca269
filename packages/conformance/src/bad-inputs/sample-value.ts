import { isObject } from '../contract/shape.ts'
import type { Schema } from '../openapi/read-operations.ts'

/** Values that a schema cannot determine: a bot's id if the bot must exist. By field name. */
export type KnownValues = Readonly<Record<string, unknown>>

/** A minimal value that a schema allows. */
export function sampleValue(schema: Schema, name: string, known: KnownValues): unknown {
  if (Object.hasOwn(known, name)) return known[name]
  const { const: constant, enum: choices, minimum = 0, minLength = 0 } = schema
  if (constant !== undefined) return constant
  if (Array.isArray(choices)) return choices[0]
  switch (typeOf(schema)) {
    case 'object':
      return sampleObject(schema, known)
    case 'array':
      return Array.from({ length: Number(schema.minItems ?? 0) }, () => sampleValue(itemsOf(schema), name, known))
    case 'integer':
    case 'number':
      return Number(minimum)
    case 'boolean':
      return true
    case 'null':
      return null
    default:
      return sampleText(schema, Number(minLength))
  }
}

/** The first type of a schema; one without a type counts as a text. */
export function typeOf({ type, properties }: Schema): string {
  if (Array.isArray(type)) return String(type[0])
  if (typeof type === 'string') return type
  return properties === undefined ? 'string' : 'object'
}

/** The schema of a list's entries. */
export function itemsOf({ items }: Schema): Schema {
  return isObject(items) ? items : {}
}

/** The fields of an object's schema, with their schemas. */
export function propertiesOf({ properties }: Schema): readonly (readonly [string, Schema])[] {
  return Object.entries(isObject(properties) ? properties : {}).map(([name, schema]) => [
    name,
    isObject(schema) ? schema : {},
  ])
}

/** The names of the fields that an object must have. */
export function requiredOf({ required }: Schema): readonly string[] {
  return Array.isArray(required) ? required.map(String) : []
}

function sampleObject(schema: Schema, known: KnownValues): Readonly<Record<string, unknown>> {
  const required = requiredOf(schema)
  return Object.fromEntries(
    propertiesOf(schema)
      .filter(([name]) => required.includes(name))
      .map(([name, property]) => [name, sampleValue(property, name, known)]),
  )
}

function sampleText({ format }: Schema, minLength: number): string {
  if (format === 'uuid') return '11111111-2222-4333-8444-555555555555'
  if (format === 'date') return '2026-01-31'
  if (format === 'date-time') return '2026-01-31T10:00:00.000Z'
  return 'a'.repeat(Math.max(1, minLength))
}
