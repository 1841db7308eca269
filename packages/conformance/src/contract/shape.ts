/** The shape that the contract requires of a value. */
export type Shape =
  | SimpleShape
  | { readonly oneOf: readonly string[] }
  | { readonly orNull: Shape }
  | { readonly list: Shape }
  | RecordShape

/** An object with exactly these fields. */
export interface RecordShape {
  readonly fields: { readonly [name: string]: Shape }
  /** Those of them that may be missing. */
  readonly optional?: readonly string[]
}

type SimpleShape = keyof typeof simpleShapes

export const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
export const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

const simpleShapes = {
  text: { called: 'a text', fits: value => typeof value === 'string' },
  number: { called: 'a number', fits: value => typeof value === 'number' },
  integer: { called: 'a whole number', fits: value => Number.isInteger(value) },
  boolean: { called: 'true or false', fits: value => typeof value === 'boolean' },
  object: { called: 'an object', fits: isObject },
  uuid: { called: 'a UUID', fits: value => typeof value === 'string' && uuid.test(value) },
  digest: {
    called: 'a hexadecimal digest',
    fits: value => typeof value === 'string' && /^[0-9a-f]{32,}$/i.test(value),
  },
  timestamp: {
    called: 'a time in UTC with milliseconds',
    fits: value => typeof value === 'string' && timestamp.test(value) && !Number.isNaN(Date.parse(value)),
  },
} as const satisfies {
  readonly [name: string]: { readonly called: string; readonly fits: (value: unknown) => boolean }
}

/** Whether a value is an object, and not a list. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns the name of a shape, for people. */
export function shapeName(shape: Shape): string {
  if (typeof shape === 'string') return simpleShapes[shape].called
  if ('oneOf' in shape) return `one of ${shape.oneOf.join(', ')}`
  if ('orNull' in shape) return `${shapeName(shape.orNull)}, or null`
  if ('list' in shape) return `a list, each entry ${shapeName(shape.list)}`
  return 'a record as the contract lists it'
}

/** A place in a value with an error. */
export interface Fault {
  readonly path: string
  readonly expected: string
  readonly value: unknown
}

/**
 * The first place in a value that does not match. `isMarked` returns whether a service has marked a field as its own.
 */
export function findFault(
  value: unknown,
  shape: Shape,
  path: string,
  isMarked: (path: string) => boolean,
): Fault | undefined {
  if (typeof shape === 'string' || 'oneOf' in shape) {
    const fits =
      typeof shape === 'string'
        ? simpleShapes[shape].fits(value)
        : typeof value === 'string' && shape.oneOf.includes(value)
    return fits ? undefined : { path, expected: shapeName(shape), value }
  }
  if ('orNull' in shape) return value === null ? undefined : findFault(value, shape.orNull, path, isMarked)
  if ('list' in shape) {
    if (!Array.isArray(value)) return { path, expected: 'a list', value }
    return findFirst(value, entry => findFault(entry, shape.list, `${path}[]`, isMarked))
  }
  return findRecordFault(value, shape, path, isMarked)
}

function findRecordFault(
  value: unknown,
  shape: RecordShape,
  path: string,
  isMarked: (path: string) => boolean,
): Fault | undefined {
  if (!isObject(value)) return { path, expected: 'an object', value }
  const unlisted = unlistedField(value, shape, path, isMarked)
  if (unlisted !== undefined) return unlisted
  return findFirst(Object.entries(shape.fields), ([name, field]) => {
    if (!Object.hasOwn(value, name) && shape.optional?.includes(name)) return undefined
    return findFault(value[name], field, joined(path, name), isMarked)
  })
}

/** The first field that the contract does not list for a record, and that is not marked as the service's own. */
export function unlistedField(
  value: Readonly<Record<string, unknown>>,
  shape: RecordShape,
  path: string,
  isMarked: (path: string) => boolean,
): Fault | undefined {
  const extra = Object.keys(value).find(name => !Object.hasOwn(shape.fields, name) && !isMarked(joined(path, name)))
  if (extra === undefined) return undefined
  return { path: joined(path, extra), expected: 'no such field, as the contract lists none', value: value[extra] }
}

/** The path of a field: `data[].name`. */
export function joined(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`
}

function findFirst<Item>(items: readonly Item[], find: (item: Item) => Fault | undefined): Fault | undefined {
  for (const item of items) {
    const fault = find(item)
    if (fault !== undefined) return fault
  }
  return undefined
}
