import { isObject } from '@scenewright/model'
import type { Path } from './locate.ts'

/** The parts of JSON Schema that are used here. */
export interface JsonSchema {
  readonly [keyword: string]: unknown
}

/**
 * All schemas that may apply to the value at `path`: follows references within the schema, and all branches of
 * conditions and alternatives. A recursive schema is visited once.
 */
export function findSchemas(schema: JsonSchema, path: Path): readonly JsonSchema[] {
  const within = (parts: readonly unknown[]): readonly JsonSchema[] => {
    const found = new Set<JsonSchema>()
    for (const part of parts) expand(schema, part, found)
    return [...found]
  }
  return path.reduce<readonly JsonSchema[]>(
    (schemas, step) => within(schemas.map(part => childOf(part, step))),
    within([schema]),
  )
}

/** The fields that are allowed at a place, each with its schema. */
export function knownFields(schemas: readonly JsonSchema[]): ReadonlyMap<string, JsonSchema> {
  const known = new Map<string, JsonSchema>()
  for (const { properties } of schemas) {
    for (const [name, part] of Object.entries(isObject(properties) ? properties : {})) {
      if (isObject(part) && !known.has(name)) known.set(name, part)
    }
  }
  return known
}

/** The part of a schema that a reference such as `#/definitions/node` points to; undefined if there is none. */
function partAt(root: JsonSchema, reference: string): unknown {
  return pointerSteps(reference)?.reduce<unknown>(
    (part, step) =>
      (isObject(part) || Array.isArray(part)) && Object.hasOwn(part, step) ? Reflect.get(part, step) : undefined,
    root,
  )
}

/** The steps of a reference within a schema; undefined for any other. */
export function pointerSteps(reference: string): Path | undefined {
  if (reference === '#') return []
  if (!reference.startsWith('#/')) return undefined
  try {
    const steps = decodeURIComponent(reference.slice(2)).split('/')
    return steps.map(step => step.replaceAll('~1', '/').replaceAll('~0', '~'))
  } catch {
    return undefined
  }
}

function childOf({ properties, additionalProperties, items }: JsonSchema, step: string): unknown {
  if (isObject(properties) && Object.hasOwn(properties, step)) return properties[step]
  if (isObject(additionalProperties)) return additionalProperties
  return Array.isArray(items) ? items[Number(step)] : items
}

function expand(root: JsonSchema, part: unknown, found: Set<JsonSchema>): void {
  if (!isObject(part) || found.has(part)) return
  const { $ref, then: positive, else: negative, allOf, anyOf, oneOf } = part
  found.add(part)
  if (typeof $ref === 'string') expand(root, partAt(root, $ref), found)
  for (const branch of [positive, negative, allOf, anyOf, oneOf].flat()) expand(root, branch, found)
}
