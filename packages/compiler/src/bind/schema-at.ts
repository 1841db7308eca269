import type { Path } from './locate.ts'

/** A JSON Schema, as far as it is walked here. */
export interface JsonSchema {
  readonly [keyword: string]: unknown
}

/** Every schema that may hold for the value at `path`: references followed, both ways of a condition taken. */
export function schemasAt(schema: JsonSchema, path: Path): readonly JsonSchema[] {
  const within = (part: unknown) => expand(schema, part)
  return path.reduce<readonly JsonSchema[]>(
    (schemas, step) => schemas.flatMap(part => within(childOf(part, step))),
    within(schema),
  )
}

/** The fields that are known at a place, each with its schema. */
export function knownFields(schemas: readonly JsonSchema[]): ReadonlyMap<string, JsonSchema> {
  const known = new Map<string, JsonSchema>()
  for (const { properties } of schemas) {
    for (const [name, part] of Object.entries(isSchema(properties) ? properties : {})) {
      if (isSchema(part) && !known.has(name)) known.set(name, part)
    }
  }
  return known
}

function childOf({ properties, additionalProperties, items }: JsonSchema, step: string): unknown {
  if (isSchema(properties) && Object.hasOwn(properties, step)) return properties[step]
  return isSchema(additionalProperties) ? additionalProperties : items
}

function expand(root: JsonSchema, part: unknown): readonly JsonSchema[] {
  if (!isSchema(part)) return []
  const { $ref } = part
  if (typeof $ref === 'string') return expand(root, definitionOf(root, $ref))
  return [part, ...expand(root, part.then), ...expand(root, part.else)]
}

function definitionOf({ definitions }: JsonSchema, reference: string): unknown {
  return isSchema(definitions) ? definitions[reference.replace('#/definitions/', '')] : undefined
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
