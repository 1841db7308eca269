import { isObject } from '@scenewright/model'
import { didYouMean, nearest } from '@scenewright/model/text'
import type { Path } from './locate.ts'
import { type JsonSchema, pointerSteps } from './schema-at.ts'

/** An error in a schema, and its path. */
export interface SchemaFlaw {
  readonly path: Path
  readonly message: string
  readonly help?: string
}

/** A part of a schema that is itself a schema, and its path. */
export interface SchemaPart {
  readonly path: Path
  readonly part: JsonSchema
}

/** The maximum number of values in a schema. */
export const maxValues = 10_000

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

/** The parts of a schema that are themselves schemas, starting with the whole one. */
export function schemaParts(schema: unknown, path: Path = []): readonly SchemaPart[] {
  if (!isObject(schema)) return []
  return [
    { path, part: schema },
    ...innerSchemas(schema).flatMap(([way, part]) => schemaParts(part, [...path, ...way])),
  ]
}

/** The number of values in a plain value, including itself. */
export function valuesIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1
  return Object.values(value).reduce((sum: number, part) => sum + valuesIn(part), 1)
}

/** The first unsupported part of a schema: one that a validator does not support, or would have to fetch. */
export function findFlaw(parts: readonly SchemaPart[]): SchemaFlaw | undefined {
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
    const help = didYouMean(near) ?? 'JSON Schema draft 7 is supported.'
    return { message: `"${keyword}" is not a supported keyword in a schema of fields`, help }
  }
  if (keyword === '$schema' && !(typeof value === 'string' && draft.test(value))) {
    return { message: `"$schema" is ${JSON.stringify(value)}; only JSON Schema draft 7 is supported` }
  }
  if (keyword !== '$ref' || typeof value !== 'string') return undefined
  const steps = pointerSteps(value)
  const help = 'Refer to a part of the same schema, such as #/definitions/name.'
  if (steps === undefined) return { message: `"$ref" refers to another schema, "${value}"`, help }
  return paths.has(steps.join('\0'))
    ? undefined
    : { message: `"$ref" refers to "${value}", which does not exist`, help }
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
