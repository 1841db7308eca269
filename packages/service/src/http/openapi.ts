import { routes } from '../resources/routes.ts'
import { webhookEvent, webhookHeaders } from '../webhooks/event.ts'
import type { Route } from './route.ts'
import { type JsonSchema, localExtension } from './schema.ts'

/** The body of every error response. */
const errorBody = {
  type: 'object',
  required: ['statusCode', 'error', 'message', 'code'],
  properties: {
    statusCode: { type: 'integer' },
    error: { type: 'string', description: 'The reason phrase of the status.' },
    message: { type: 'string' },
    code: { type: 'string' },
  },
} as const satisfies JsonSchema

/** The descriptions of error statuses in the document. */
const errorDescriptions: Readonly<Record<number, string>> = {
  400: 'The request is invalid; the message names the problem.',
  401: 'The credentials or the Authorization header are invalid.',
  402: 'The balance is too small.',
  403: 'The account is inactive, or has no access to the object.',
  404: 'The object does not exist.',
  409: 'The request conflicts with the state of the object.',
  429: 'Too many requests of the account, failed authorizations or stored objects; Retry-After is the time to wait.',
  503: 'The service is stopping, its database is not available, or the request took too long; Retry-After is the time to wait.',
}

/** The error statuses of every operation: those of the authorization, of the limits, and of the database. */
const commonErrors = [401, 429, 503] as const

/** The header of the errors that end by themselves. */
const retryHeaders = {
  'Retry-After': { description: 'The seconds to wait before the next attempt.', schema: { type: 'integer' } },
}

/** The statuses that have this header. */
const temporary: ReadonlySet<number> = new Set([429, 503])

/** The OpenAPI 3.1 document of all operations, from the schemas for validating requests and responses. */
export function openApiDocument(): { readonly [field: string]: unknown } {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const route of routes) {
    const path = `/api/v1${route.url}`
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Bot Management and Asynchronous Answering Service API',
      version: '1',
      description: 'Fields and operations marked with x-local-extension are extensions of this installation.',
    },
    security: [{ basic: [] }],
    paths,
    webhooks: { completion: { post: webhook() } },
    components: {
      securitySchemes: { basic: { type: 'http', scheme: 'basic', description: 'E-mail address and API key.' } },
      schemas: { Error: errorBody },
    },
  }
}

function operation(route: Route) {
  return {
    operationId: route.name,
    summary: route.summary,
    ...(route.isLocal && localExtension),
    parameters: [
      ...pathParameters(route.url),
      ...parameters('header', route.headers),
      ...parameters('query', route.query),
    ],
    ...(route.body !== undefined && { requestBody: requestBody(route.body) }),
    responses: {
      [route.status]: { description: 'Done.', content: json(route.response) },
      ...Object.fromEntries(
        [...route.errors, ...commonErrors].sort((a, b) => a - b).map(status => [status, errorResponse(status)]),
      ),
    },
  }
}

function pathParameters(url: string) {
  return Array.from(url.matchAll(/\{(\w+)\}/g), match => ({
    name: match[1],
    in: 'path',
    required: true,
    schema: { type: 'string', format: 'uuid' },
  }))
}

function parameters(place: 'header' | 'query', all: JsonSchema | undefined) {
  return Object.entries(all?.properties ?? {}).map(([name, schema]) => ({
    name,
    in: place,
    required: all?.required?.includes(name) === true,
    schema,
  }))
}

function requestBody(schema: JsonSchema) {
  const isOptional = Array.isArray(schema.type) && schema.type.includes('null')
  return { required: !isOptional, content: json(schema) }
}

function errorResponse(status: number) {
  return {
    description: errorDescriptions[status] ?? '',
    ...(temporary.has(status) && { headers: retryHeaders }),
    content: json({ $ref: '#/components/schemas/Error' }),
  }
}

function webhook() {
  return {
    operationId: 'receiveResult',
    summary: 'The result of a completion, sent to the bot’s webhook_url.',
    security: [],
    parameters: parameters('header', webhookHeaders),
    requestBody: { required: true, content: json(webhookEvent) },
    responses: { '2XX': { description: 'The result was accepted, and is not sent again.' } },
  }
}

function json(schema: JsonSchema) {
  return { 'application/json': { schema } }
}
