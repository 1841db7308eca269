import { isObject } from '@scenewright/model'
import { nearest } from '@scenewright/model/text'
import type { Path } from './locate.ts'
import { type JsonSchema, pointerSteps } from './schema-at.ts'
import { didYouMean } from './schema-messages.ts'

/** An error in a schema, and its path. */
export interface SchemaFlaw {
  readonly path: Path
  readonly message: string
  readonly help?: string
}

/** A part of a schema that is a schema itself, and the way to it. */
export interface SchemaPart {
  readonly path: Path
  readonly part: JsonSchema
}

/** How many values a schema may hold. */
export const mostValues = 10_000

const draft = /^https?:\/\/json-schema\.org\/draft-07\/schema#?$/
const single = ['additionalItems', 'additionalProperties', 'contains', 'else', 'if', 'items', 'not']
const singles = [...single, 'propertyNames', 'then']
const lists = ['allOf', 'anyOf', 'items', 'oneOf']
const maps = ['$defs', 'definitions', 'dependencies', 'patternProperties', 'properties']
const limits = ['Length', 'Items', 'Properties'].flatMap(name => [`min${name}`, `max${name}`])
const numbers = ['multipleOf', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum']
const notes = [
  '$comment',
  'title',
  'description',
  'default',
  'examples',
  'format',
  'readOnly',
  'writeOnly',
  'deprecated',
]
const others = ['$schema', '$ref', 'type', 'enum', 'const', 'pattern', 'uniqueItems', 'required']
const keywords = new Set([...singles, ...lists, ...maps, ...limits, ...numbers, ...notes, ...others])

/** The parts of a schema that are schemas themselves, the whole one first. */
export function schemaParts(schema: unknown, path: Path = []): readonly SchemaPart[] {
  if (!isObject(schema)) return []
  return [
    { path, part: schema },
    ...innerSchemas(schema).flatMap(([way, part]) => schemaParts(part, [...path, ...way])),
  ]
}

/** How many values a plain value is made of, itself included. */
export function valuesIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1
  return Object.values(value).reduce((sum: number, part) => sum + valuesIn(part), 1)
}

/** The first thing in a schema that is not taken: what a validator would not know, or would have to fetch. */
export function flawOf(parts: readonly SchemaPart[]): SchemaFlaw | undefined {
  const paths = new Set(parts.map(({ path }) => path.join('\0')))
  for (const { path, part } of parts) {
    for (const [keyword, value] of Object.entries(part)) {
      const flaw = keywordFlaw(keyword, value, paths)
      if (flaw !== undefined) return { path: [...path, keyword], ...flaw }
    }
  }
  return undefined
}

function keywordFlaw(
  keyword: string,
  value: unknown,
  paths: ReadonlySet<string>,
): Omit<SchemaFlaw, 'path'> | undefined {
  if (keyword.startsWith('x-')) return undefined
  if (!keywords.has(keyword)) {
    const near = nearest(keyword, keywords)
    const help = near === undefined ? 'JSON Schema is taken in draft 7.' : didYouMean(near)
    return { message: `"${keyword}" is no keyword that a schema of fields may have`, help }
  }
  if (keyword === '$schema' && !(typeof value === 'string' && draft.test(value))) {
    return { message: `"$schema" is ${JSON.stringify(value)}; JSON Schema is taken in draft 7` }
  }
  if (keyword !== '$ref' || typeof value !== 'string') return undefined
  const steps = pointerSteps(value)
  const help = 'A reference leads to a part of the same schema, such as #/definitions/name.'
  if (steps === undefined) return { message: `"$ref" leads out of the schema, to "${value}"`, help }
  return paths.has(steps.join('\0')) ? undefined : { message: `"$ref" leads to "${value}", which does not exist`, help }
}

function innerSchemas(schema: JsonSchema): readonly (readonly [way: Path, part: unknown])[] {
  const own = (names: readonly string[]) => names.filter(name => Object.hasOwn(schema, name))
  return [
    ...own(singles).map(name => [[name], schema[name]] as const),
    ...own(lists).flatMap(name => {
      const list = schema[name]
      return Array.isArray(list) ? list.map((part, index) => [[name, String(index)], part] as const) : []
    }),
    ...own(maps).flatMap(name => {
      const map = schema[name]
      return isObject(map) ? Object.entries(map).map(([field, part]) => [[name, field], part] as const) : []
    }),
  ]
}
