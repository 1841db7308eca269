import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openApiDocument } from '../src/index.ts'
import { routes } from '../src/resources/routes.ts'
import { signatureHeaders } from '../src/webhooks/send-result.ts'

const golden = new URL('../../../schemas/openapi.json', import.meta.url)
const text = `${JSON.stringify(openApiDocument(), undefined, 2)}\n`
if (process.env.UPDATE_GOLDEN === '1') writeFileSync(golden, text)

interface Operation {
  readonly operationId: string
  readonly 'x-local-extension'?: true
  readonly parameters: readonly { readonly name: string; readonly in: string }[]
  readonly responses: Readonly<Record<string, unknown>>
}

const document: {
  readonly openapi: string
  readonly webhooks: { readonly completion: { readonly post: Pick<Operation, 'parameters'> } }
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
} = JSON.parse(text)
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
)

test('schemas/openapi.json equals the served document: `npm run update-golden` updates it', () => {
  expect(JSON.parse(readFileSync(golden, 'utf8'))).toEqual(document)
})

test('contains every available operation of the contract once', () => {
  expect(document.openapi).toBe('3.1.0')
  expect(operations.map(({ method, path }) => `${method.toUpperCase()} ${path}`).sort()).toEqual(
    routes.map(({ method, url }) => `${method} /api/v1${url}`).sort(),
  )
  const ids = operations.map(({ operation }) => operation.operationId)
  expect(new Set(ids).size).toBe(ids.length)
})

test.each(operations)('$method $path declares its path’s parameters, its success and 401', ({ path, operation }) => {
  const named = Array.from(path.matchAll(/\{(\w+)\}/g), match => match[1])
  const declared = operation.parameters.filter(parameter => parameter.in === 'path').map(({ name }) => name)
  expect(declared).toEqual(named)
  expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(['401', expect.stringMatching(/^20[01]$/)]))
})

test.each(operations)('$method $path declares 429 and 503, which say when to try again', ({ operation }) => {
  for (const status of ['429', '503']) {
    expect(operation.responses[status]).toMatchObject({
      headers: { 'Retry-After': { schema: { type: 'integer' } } },
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    })
  }
})

test('contains the signature headers of webhooks as extensions', () => {
  const signature = signatureHeaders({ id: 'id', body: '{}', secret: 'whsec_AAAA' }, new Date(0))
  const { parameters } = document.webhooks.completion.post
  expect(parameters).toEqual(
    [...Object.keys(signature), 'x-scenewright-sequence'].map(name => ({
      name,
      in: 'header',
      required: true,
      schema: expect.objectContaining({ type: 'string', 'x-local-extension': true }),
    })),
  )
})

test('exactly the operations outside of the contract are marked as such', () => {
  const unmarked = operations.filter(({ operation }) => operation['x-local-extension'] !== true)
  expect(unmarked.map(({ method, path }) => `${method} ${path.slice('/api/v1'.length)}`).sort()).toEqual([
    'get /bot-agents',
    'get /bot-agents/{uniqueId}',
    'get /bot-tools',
    'get /bots',
    'get /completion-log/journal',
    'get /knowledge-integrity/bots/{botUniqueId}/journal/{scanId}',
    'get /knowledge-integrity/semantic-duplicates/journal/{scanId}',
    'get /knowledge-transfer',
    'get /knowledge-transfer/{transferId}',
    'patch /bots/{uniqueId}',
    'patch /bots/{uniqueId}/scenarios/{scenarioUniqueId}',
    'patch /bots/{uniqueId}/scenarios/{scenarioUniqueId}/active',
    'post /bot-tools',
    'post /bots',
    'post /bots/{botUniqueId}/dialogues',
    'post /bots/{uniqueId}/completion',
    'post /bots/{uniqueId}/scenarios',
    'post /bots/{uniqueId}/scenarios/import',
    'post /bots/{uniqueId}/scenarios/{scenarioUniqueId}/versions/{versionUniqueId}/publish',
    'post /knowledge-integrity/semantic-duplicates/preflight',
    'post /knowledges',
  ])
})

test('fields that the contract does not list are marked as such in its own operations', () => {
  const marked = operations
    .filter(({ operation }) => operation['x-local-extension'] !== true)
    .flatMap(({ operation }) => [...markedFields(operation)].map(name => `${operation.operationId}: ${name}`))
  expect(marked).toEqual([
    'createCompletion: idempotency-key',
    'createCompletion: dialogue_id',
    ...['dialogue_id', 'answer', 'webhook_status', 'webhook_error'].map(name => `listCompletions: ${name}`),
    ...issueFields.map(name => `readScan: ${name}`),
    ...issueFields.map(name => `readBotScan: ${name}`),
    'listTransfers: error',
    'readTransfer: error',
  ])
})

const issueFields = ['bot_unique_id', 'knowledge_unique_id', 'other_knowledge_unique_id']

/** The names of the properties and parameters within that are marked. */
function* markedFields(value: unknown, name = ''): Generator<string> {
  if (typeof value !== 'object' || value === null) return
  const own = 'name' in value && 'in' in value ? String(value.name) : name
  if ('x-local-extension' in value && own !== '') yield own
  for (const [key, inner] of Object.entries(value)) yield* markedFields(inner, key === 'schema' ? own : key)
}

test('every reference leads somewhere', () => {
  const references = new Set(Array.from(text.matchAll(/"\$ref": "([^"]+)"/g), match => match[1]))
  expect([...references]).toEqual(['#/components/schemas/Error', 'http://json-schema.org/draft-07/schema#'])
})
