import { operations as contract } from '../contract/operations.ts'
import { isObject } from '../contract/shape.ts'
import { expectErrorBody, expectStatus } from '../expect.ts'
import { basic } from '../http/api.ts'
import { sendBytes } from '../http/send-bytes.ts'
import { type DocumentedOperation, withoutNames } from '../openapi/read-operations.ts'
import type { Row } from '../row.ts'
import { unknownId } from '../subject/samples.ts'
import type { Subject } from '../subject/subject.ts'
import { Skip } from '../verdict.ts'
import { type Addressed, badAddresses } from './bad-addresses.ts'
import { badBodies } from './bad-bodies.ts'
import { type BadHead, badHeads } from './bad-heads.ts'
import { type BadRequest, jsonType } from './bad-request.ts'
import { propertiesOf, sampleValue, typeOf } from './sample-value.ts'

/** Rows with invalid requests, generated from the service's documentation of each operation. */
export async function badInputRows(subject: Subject): Promise<readonly Row[]> {
  const found: { readonly operation: string; readonly request: BadRequest }[] = []
  for (const operation of subject.operations) {
    const addressed = await validRequest(operation, subject)
    const requests = [...badAddresses(addressed, methodsOf(operation, subject)), ...badBodiesFor(addressed)]
    const name = `${operation.method} ${operation.path}`
    found.push(...requests.map(request => ({ operation: name, request })))
  }
  const rows = found.map(({ operation, request }) => requestRow(operation, request))
  return [...rows, ...badHeads.map(headRow), aliveRow].map((row, index) => ({
    ...row,
    id: `B-${String(index + 1).padStart(4, '0')}`,
  }))
}

type NamelessRow = Omit<Row, 'id'>

function requestRow(operation: string, { why, expects, ...request }: BadRequest): NamelessRow {
  return {
    operation,
    kind: 'bad input',
    requirement: `${why}: ${expects.join(' or ')}.`,
    async check({ owner }) {
      const reply = await owner.raw(request)
      expectStatus(reply, ...expects)
      if (reply.status >= 400) expectErrorBody(reply)
    },
  }
}

function headRow(head: BadHead): NamelessRow {
  return {
    operation: 'HTTP',
    kind: 'bad input',
    requirement: `${head.why}: ${head.expects.join(' or ')}.`,
    async check({ connection: { address }, options: { owner }, signal }) {
      const { line = 'GET /api/v1/bots HTTP/1.1', lines, hasHost = true, body = '' } = head
      const authorization = `Authorization: ${basic(owner.email, owner.apiKey)}`
      const host = hasHost ? [`Host: ${new URL(address.origin).host}`] : []
      const bytes = [prefixed(line, address.prefix), ...host, authorization, 'Connection: close', ...lines, '', body]
      const reply = await sendBytes(address, bytes.join('\r\n'), signal)
      expectStatus(reply, ...head.expects)
      if (reply.status >= 400) expectErrorBody(reply)
    },
  }
}

const aliveRow: NamelessRow = {
  operation: 'GET /bots',
  kind: 'bad input',
  requirement: 'After all of them a valid request is answered: 200.',
  isLast: true,
  check: async ({ owner }) => expectStatus(await owner.get('/bots'), 200),
}

function prefixed(line: string, prefix: string): string {
  return line.replace(' /', ` ${prefix}/`)
}

function methodsOf({ path }: DocumentedOperation, { operations }: Subject): ReadonlySet<string> {
  return new Set(operations.filter(one => one.path === path).map(({ method }) => method))
}

/** A valid request of an operation: for existing objects if the contract contains it, else for missing ones. */
async function validRequest(operation: DocumentedOperation, { objects }: Subject): Promise<Addressed> {
  const known = contract.find(
    ({ method, path }) => method === operation.method && withoutNames(path) === withoutNames(operation.path),
  )
  const request = await known?.request(objects).catch(error => {
    if (error instanceof Skip) return undefined
    throw error
  })
  if (request !== undefined) return { operation, path: request.path, ...sent(request.body) }
  const body = operation.body && sampleValue(operation.body, '', { bot_unique_id: await objects.bot() })
  return { operation, path: await sketch(operation, await objects.bot()), ...sent(isObject(body) ? body : undefined) }
}

function sent(body: object | undefined): {
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
} {
  return body === undefined ? {} : { body: JSON.stringify(body), headers: jsonType }
}

async function sketch({ path, parameters }: DocumentedOperation, bot: string): Promise<string> {
  const query = parameters
    .filter(parameter => parameter.in === 'query' && parameter.isRequired && parameter.schema.default === undefined)
    .map(({ name, schema }) => `${name}=${String(sampleValue(schema, name, { bot_unique_id: bot }))}`)
  const filled = path.replace(/\{\w+\}/g, unknownId)
  return query.length === 0 ? filled : `${filled}?${query.join('&')}`
}

function badBodiesFor({ operation, path, body }: Addressed): readonly BadRequest[] {
  const { method, body: schema, isBodyRequired } = operation
  if (schema === undefined || typeOf(schema) !== 'object' || propertiesOf(schema).length === 0) return []
  const good: unknown = body === undefined ? {} : JSON.parse(body)
  return badBodies({ method, path, schema, isBodyRequired, good: isObject(good) ? good : {} })
}
