import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { Silence } from './silence.ts'

/** What a request is about. */
export type Kind = 'create' | 'update' | 'publish' | 'switch' | 'read'

/** How a request goes wrong. `isDone`: it is carried out all the same. `proxy`: it never gets to the service. */
export type Fault =
  | {
      readonly kind: 'status'
      readonly status: number
      readonly headers?: Record<string, string>
      readonly isDone?: boolean
    }
  | { readonly kind: 'proxy'; readonly status: number; readonly headers?: Record<string, string> }
  | { readonly kind: 'reset'; readonly isDone: boolean }
  | { readonly kind: 'silence'; readonly isDone: boolean }
  | { readonly kind: 'late' }
  | { readonly kind: 'cut'; readonly length: number }
  | { readonly kind: 'answer'; readonly change: (record: FakeRecord) => unknown }

interface FakeVersion {
  unique_id: string
  version: number
  status: string
  definition: unknown
}

interface FakeRecord {
  unique_id: string
  is_active: boolean
  versions: FakeVersion[]
  fields: Record<string, unknown>
}

/** What a request asked for. */
export interface Asked {
  readonly kind: Kind
  readonly path: string
  readonly body: Record<string, unknown>
}

/** A real server on this machine that keeps scenarios as the service's contract says, and goes wrong as told. */
export interface FakeService {
  readonly url: string
  readonly records: Map<string, FakeRecord>
  /** What was to change something. */
  readonly asked: Asked[]
  /** The reads, which change nothing. */
  readonly reads: Asked[]
  /** Asked before each request of `asked` is carried out. */
  fault: (asked: Asked) => Fault | undefined
  /** The same for reads. */
  readFault: (asked: Asked) => Fault | undefined
  /** Gives up the requests that it never answers. */
  readonly silence: Silence
  /** Carries out the requests that were late. */
  carryOutLate(): void
  close(): Promise<void>
}

export async function startFakeService(): Promise<FakeService> {
  let lastId = 0
  const newId = (prefix: string) => {
    lastId += 1
    return `${prefix}-${lastId}`
  }
  const records = new Map<string, FakeRecord>()
  const asked: Asked[] = []
  const reads: Asked[] = []
  const late: Asked[] = []
  const silence = new Silence()
  const server = createServer((request, response) => {
    if (request.method === 'GET') {
      response.writeHead(200, { 'content-type': 'application/json' }).end(noBots)
      return
    }
    let text = ''
    request.on('data', chunk => {
      text += chunk
    })
    request.on('end', () => {
      const path = request.url ?? ''
      const body = JSON.parse(text || '{}')
      const one = { kind: kindOf(path, body), path, body }
      const isRead = one.kind === 'read'
      if (isRead) reads.push(one)
      else asked.push(one)
      answer(response, one, isRead ? service.readFault(one) : service.fault(one))
    })
  })

  function answer(response: ServerResponse, one: Asked, fault: Fault | undefined): void {
    const record = isCarriedOut(fault) ? carryOut(one) : undefined
    if (fault?.kind === 'reset') response.socket?.resetAndDestroy()
    else if (fault?.kind === 'status') sendError(response, fault.status, fault.headers)
    else if (fault?.kind === 'proxy') sendPage(response, fault.status, fault.headers)
    else if (fault?.kind === 'late' || fault?.kind === 'silence') {
      if (fault.kind === 'late') late.push(one)
      silence.leaveUnanswered()
    } else sendRecord(response, one.kind, { record, fault })
  }

  function sendRecord(
    response: ServerResponse,
    kind: Kind,
    { record, fault }: { record: FakeRecord | undefined; fault: Fault | undefined },
  ): void {
    if (record === undefined) {
      sendError(response, 404)
      return
    }
    const { fields, ...rest } = record
    const shown = fault?.kind === 'answer' ? fault.change(record) : { ...fields, ...rest }
    const body = JSON.stringify(shown)
    const status = kind === 'create' || kind === 'publish' ? 201 : 200
    response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
    if (fault?.kind === 'cut') response.write(body.slice(0, fault.length), () => response.destroy())
    else response.end(body)
  }

  function carryOut({ kind, path, body }: Asked): FakeRecord | undefined {
    if (kind === 'create') return create(body.scenario as Record<string, unknown>)
    const [id = '', , version = ''] = path.split('/').slice(6)
    const record = records.get(id.toLowerCase())
    if (record === undefined) return undefined
    if (kind === 'switch') record.is_active = body.is_active === true
    if (kind === 'update') update(record, body)
    if (kind === 'publish') {
      const wanted = record.versions.find(one => one.unique_id === version)
      if (wanted === undefined) return undefined
      for (const one of record.versions) if (one.status === 'PUBLISHED') one.status = 'ARCHIVED'
      wanted.status = 'PUBLISHED'
      if (body.activate !== false) record.is_active = true
    }
    return record
  }

  function create({ definition, ...fields }: Record<string, unknown>): FakeRecord {
    const draft = { unique_id: newId('version'), version: 1, status: 'DRAFT', definition }
    const record = { unique_id: newId('record'), is_active: false, versions: [draft], fields }
    records.set(record.unique_id, record)
    return record
  }

  function update(record: FakeRecord, { definition, ...fields }: Record<string, unknown>): void {
    Object.assign(record.fields, fields)
    if (definition === undefined) return
    const draft = record.versions.find(({ status }) => status === 'DRAFT')
    if (draft !== undefined) draft.definition = definition
    else
      record.versions.unshift({
        unique_id: newId('version'),
        version: record.versions.length + 1,
        status: 'DRAFT',
        definition,
      })
  }

  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const close = async () => {
    server.closeAllConnections()
    await new Promise(resolve => server.close(resolve))
  }
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo
  const service: FakeService = {
    url: `http://127.0.0.1:${port}`,
    records,
    asked,
    reads,
    fault: () => undefined,
    readFault: () => undefined,
    silence,
    carryOutLate: () => late.splice(0).forEach(carryOut),
    close,
  }
  onTestFinished(() => close())
  return service
}

function isCarriedOut(fault: Fault | undefined): boolean {
  switch (fault?.kind) {
    case 'status':
    case 'reset':
    case 'silence':
      return fault.isDone === true
    case 'late':
    case 'proxy':
      return false
    default:
      return true
  }
}

const noBots = JSON.stringify({ data: [], meta: { total: 0, skip: 0, take: 1 } })

/** An update that changes nothing is how a record is read. */
function kindOf(path: string, body: object): Kind {
  if (path.endsWith('/import')) return 'create'
  if (path.endsWith('/publish')) return 'publish'
  if (path.endsWith('/active')) return 'switch'
  return Object.keys(body).length === 0 ? 'read' : 'update'
}

function sendError(response: ServerResponse, status: number, headers: Record<string, string> = {}): void {
  const body = { statusCode: status, error: 'Phrase', message: `fault ${status}`, code: 'FAULT' }
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}

/** As a proxy does whose service is not there. */
function sendPage(response: ServerResponse, status: number, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'text/html', ...headers }).end(`<h1>${status}</h1>`)
}
