import { Ajv, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import type { FastifyInstance } from 'fastify'
import type {
  FastifySchemaCompiler,
  FastifySchemaValidationError,
  FastifyValidationResult,
} from 'fastify/types/schema.js'
import { HttpError, toErrorBody } from './http-error.ts'
import { checkString } from './json-body.ts'
import { type JsonSchema, localExtension, notBlank } from './schema.ts'

/** Of all services of this process, whose operations have the same schemas. */
const ajv = new Ajv({
  addUsedSchema: false,
  allowUnionTypes: true,
  keywords: Object.keys(localExtension),
  useDefaults: true,
})
addFormats.default(ajv)
replaceMetaSchema('http://json-schema.org/draft-07/schema')

/**
 * Replaces a schema of schemas by one that does not compare the values of `enum` with each other, which takes quadratic
 * time: a thread that can be terminated does that.
 */
function replaceMetaSchema(id: string): void {
  const standard = ajv.schemas[id]?.schema
  if (typeof standard !== 'object') throw new Error(`The schema ${id} is not known.`)
  ajv.removeSchema(id)
  ajv.addMetaSchema({
    ...standard,
    properties: { ...standard.properties, enum: { type: 'array', items: true, minItems: 1 } },
  })
}

/**
 * Compiles a schema when its operation is first called: compiling those of all operations takes a tenth of the start-up
 * time.
 */
export const compileValidator: FastifySchemaCompiler<JsonSchema> = ({ schema }) => {
  let compiled: ValidateFunction | undefined
  const validate: FastifyValidationResult = data => {
    compiled ??= ajv.compile(schema)
    const isValid = compiled(data)
    validate.errors = compiled.errors ?? null
    return isValid
  }
  return validate
}

/** The message for an invalid request; names the field. `part` is body, querystring or params. */
export function validationMessage(errors: readonly FastifySchemaValidationError[], part: string): string {
  const [error] = errors
  if (error === undefined) return `The ${part} is not valid.`
  const path = error.instancePath.slice(1).replaceAll('/', '.')
  const where = part === 'querystring' ? 'query' : part
  const { additionalProperty, missingProperty } = error.params
  if (additionalProperty !== undefined) return `The ${where} has an unknown field "${join(path, additionalProperty)}".`
  if (missingProperty !== undefined) return `The ${where} lacks the field "${join(path, missingProperty)}".`
  const wanted = wantedValue(error)
  return path === '' ? `The ${where} ${wanted}.` : `The field "${path}" of the ${where} ${wanted}.`
}

function wantedValue({ params: { allowedValues, pattern }, message }: FastifySchemaValidationError): string {
  if (Array.isArray(allowedValues)) return `must be one of ${allowedValues.join(', ')}`
  return pattern === notBlank ? 'must not be blank' : (message ?? 'is not valid')
}

function join(path: string, name: unknown): string {
  return path === '' ? String(name) : `${path}.${String(name)}`
}

/**
 * The query with its numbers and booleans parsed according to its schema, without unknown fields. An unparsable value
 * stays a text, which the validation then rejects; so does a repeated field.
 */
export function readQuery(schema: JsonSchema, query: unknown): Record<string, unknown> {
  const given: Record<string, unknown> = typeof query === 'object' && query !== null ? { ...query } : {}
  const known = Object.entries(schema.properties ?? {}).filter(([name]) => Object.hasOwn(given, name))
  return Object.fromEntries(known.map(([name, property]) => [name, readValue(property, given[name])]))
}

/** Throws an HttpError 400 for bad percent-encoding in a query: the server would read it as the text itself. */
export function checkEncoding(url: string): void {
  if (!url.includes('%')) return
  try {
    decodeURIComponent(url.slice(url.indexOf('?') + 1))
  } catch {
    throw new HttpError(400, 'The query has bad percent-encoding.')
  }
}

/** The headers with these names; all others are dropped. */
export function readHeaders(
  names: readonly string[],
  headers: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const named: Record<string, unknown> = {}
  for (const name of names) if (headers[name] !== undefined) named[name] = headers[name]
  return named
}

function readValue({ type }: JsonSchema, value: unknown): unknown {
  if (typeof value !== 'string') return value
  checkString(value)
  if (type === 'integer' && /^-?\d{1,15}$/.test(value)) return Number(value)
  if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true'
  return value
}

/** The target of a request: a path, or an absolute URL. The router does not compare the first character of a path. */
const requestTarget = /^(\/|https?:\/\/)/i

/**
 * Responds with the usual shape of errors to requests that Node would reject with an empty body: an expectation, or a
 * missing host. Rejects the targets `*…`, which Node accepts: `*metrics` would pass the rules of a proxy for `/metrics`.
 */
export function rejectMalformedRequests(server: FastifyInstance): void {
  server.server.on('checkExpectation', (_request, response) => {
    const body = JSON.stringify(toErrorBody(400, 'The header Expect requests an unsupported expectation.'))
    const headers = { 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(body) }
    response.writeHead(400, { ...headers, 'cache-control': 'no-store', connection: 'close' }).end(body)
  })
  server.addHook('onRequest', ({ raw }, _reply, done) => {
    if (!requestTarget.test(raw.url ?? '')) return done(new HttpError(400, 'The address must begin with a slash.'))
    const isMissing = raw.httpVersion === '1.1' && raw.headers.host === undefined
    done(isMissing ? new HttpError(400, 'The header Host is missing.') : undefined)
  })
}
