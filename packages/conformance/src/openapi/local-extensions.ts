import { isObject } from '../contract/shape.ts'
import { type DocumentedOperation, type Schema, withoutNames } from './read-operations.ts'

/**
 * The extensions beyond the contract that a service declares in its OpenAPI document. Operations are named `POST
 * /bots`.
 */
export interface LocalExtensions {
  /** Whether an operation is available and marked as the installation's own. The names in braces may differ. */
  offers(operation: string): boolean
  /** Whether a field of an operation's successful response is marked: `data[].answer`. */
  marks(operation: string, path: string): boolean
}

/** Finds them among the documented operations of a service. */
export function findLocalExtensions(operations: readonly DocumentedOperation[]): LocalExtensions {
  const documented = new Map(
    operations.map(operation => [withoutNames(`${operation.method} ${operation.path}`), operation]),
  )
  const marked = new Map(
    Array.from(documented, ([name, { answer }]) => [name, new Set(markedFields(answer, ''))] as const),
  )
  return {
    offers: name => documented.get(withoutNames(name))?.isLocal === true,
    marks: (name, path) => marked.get(withoutNames(name))?.has(path) === true,
  }
}

function markedFields(schema: Schema, path: string): readonly string[] {
  const below = isObject(schema.properties) ? Object.entries(schema.properties) : []
  return [
    ...(schema['x-local-extension'] === true ? [path] : []),
    ...(isObject(schema.items) ? markedFields(schema.items, `${path}[]`) : []),
    ...below.flatMap(([name, property]) =>
      isObject(property) ? markedFields(property, path === '' ? name : `${path}.${name}`) : [],
    ),
  ]
}
