import { isObject } from '../contract/shape.ts'

/** A JSON Schema, as far as it is used here. */
export type Schema = Readonly<Record<string, unknown>>

/** A parameter in a path or a query. */
export interface Parameter {
  readonly name: string
  readonly in: string
  readonly isRequired: boolean
  readonly schema: Schema
}

/** An operation as a service documents it. */
export interface DocumentedOperation {
  readonly method: string
  /** Below /api/v1, with names in braces. */
  readonly path: string
  /** Whether it is marked as the installation's own. */
  readonly isLocal: boolean
  readonly parameters: readonly Parameter[]
  /** The schema of a JSON body; absent if there is none. */
  readonly body?: Schema
  readonly isBodyRequired: boolean
  /** The schema of the successful response. */
  readonly answer: Schema
}

/** The maximum depth of references: a schema may be recursive. */
const deepest = 12

/** The operations of an OpenAPI document below /api/v1, in its order; empty for anything else. */
export function readOperations(document: unknown): readonly DocumentedOperation[] {
  const paths = isObject(document) && isObject(document.paths) ? document.paths : {}
  return Object.entries(paths).flatMap(([path, item]) => {
    if (!path.startsWith('/api/v1/') || !isObject(item)) return []
    return Object.entries(item).flatMap(([method, operation]) =>
      /^(get|post|put|patch|delete)$/.test(method) && isObject(operation)
        ? [readOperation(document, { method: method.toUpperCase(), path: path.slice('/api/v1'.length) }, operation)]
        : [],
    )
  })
}

/** A path without the names of its parameters, in which two services may differ. */
export function withoutNames(path: string): string {
  return path.replace(/\{[^}]*\}/g, '{}')
}

function readOperation(
  document: unknown,
  { method, path }: { readonly method: string; readonly path: string },
  operation: Schema,
): DocumentedOperation {
  const request = objectAt(expanded(document, operation.requestBody))
  const responses = objectAt(operation.responses)
  const body = jsonSchemaOf(request)
  return {
    method,
    path,
    isLocal: operation['x-local-extension'] === true,
    parameters: listAt(operation.parameters).map(parameter => readParameter(expanded(document, parameter))),
    ...(body !== undefined && { body }),
    isBodyRequired: request.required === true,
    answer: jsonSchemaOf(objectAt(expanded(document, responses['200'] ?? responses['201']))) ?? {},
  }
}

function readParameter(parameter: unknown): Parameter {
  const { name, in: place, required, schema } = objectAt(parameter)
  return { name: String(name), in: String(place), isRequired: required === true, schema: objectAt(schema) }
}

function jsonSchemaOf({ content }: Schema): Schema | undefined {
  const { schema } = objectAt(objectAt(content)['application/json'])
  return isObject(schema) ? schema : undefined
}

/** The value with the document's own references resolved. Others are unchanged. */
function expanded(document: unknown, value: unknown, depth = 0): unknown {
  if (Array.isArray(value)) return value.map(entry => expanded(document, entry, depth))
  if (!isObject(value)) return value
  const { $ref } = value
  if (typeof $ref === 'string' && $ref.startsWith('#/')) {
    return depth === deepest ? {} : expanded(document, resolveReference(document, $ref), depth + 1)
  }
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, expanded(document, field, depth)]))
}

function resolveReference(document: unknown, reference: string): unknown {
  const names = reference.slice(2).split('/')
  return names.reduce<unknown>((value, name) => objectAt(value)[name.replace(/~1/g, '/').replace(/~0/g, '~')], document)
}

function objectAt(value: unknown): Schema {
  return isObject(value) ? value : {}
}

function listAt(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
