import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Silence } from '../silence.ts'

/** What becomes of a request, and of its answer. */
export type FaultKind = keyof typeof faults

interface Fault {
  /** Whether the service gets the request: at once, when the client has gone, or never. */
  readonly reaches: 'at once' | 'late' | 'never'
  readonly answer: Answer
}

type Answer =
  | { readonly kind: 'whole' | 'silence' | 'reset' | 'reset at the headers' }
  | { readonly kind: 'cut'; readonly where: 'before its id' | 'behind its id' }
  | { readonly kind: 'status'; readonly status: number; readonly body: string }

const page = '<html><body><h1>Bad Gateway</h1></body></html>'
const refusal = (status: number) => JSON.stringify({ statusCode: status, error: 'Phrase', message: 'no' })

/** Every way in which a request goes wrong between a client and a service that is itself in order. */
export const faults = {
  'a reset while the body is sent': { reaches: 'never', answer: { kind: 'reset at the headers' } },
  'a reset, nothing done': { reaches: 'never', answer: { kind: 'reset' } },
  'a reset, done': { reaches: 'at once', answer: { kind: 'reset' } },
  'an answer cut before its id': { reaches: 'at once', answer: { kind: 'cut', where: 'before its id' } },
  'an answer cut behind its id': { reaches: 'at once', answer: { kind: 'cut', where: 'behind its id' } },
  'a 502 of a gateway, done': { reaches: 'at once', answer: { kind: 'status', status: 502, body: page } },
  'a 408': { reaches: 'never', answer: { kind: 'status', status: 408, body: refusal(408) } },
  'a 429': { reaches: 'never', answer: { kind: 'status', status: 429, body: refusal(429) } },
  'a time-out, nothing done': { reaches: 'never', answer: { kind: 'silence' } },
  'a time-out, done': { reaches: 'at once', answer: { kind: 'silence' } },
  'a time-out, done late': { reaches: 'late', answer: { kind: 'silence' } },
} as const satisfies { readonly [name: string]: Fault }

const none: Fault = { reaches: 'at once', answer: { kind: 'whole' } }

/** What a request asks of the service. */
export type Operation = 'create' | 'read' | 'update' | 'publish' | 'switch'

/** A scenario as the service last showed it. */
export interface SeenRecord {
  readonly unique_id: string
  readonly title: string
  readonly is_active: boolean
  readonly versions: readonly { readonly status: string; readonly definition: unknown }[]
}

/** What goes between the clients of one bot and the service, and what is to go wrong with it. */
export interface Traffic {
  /** How many requests came since `count` was last set. */
  count: number
  /** What is to go wrong with request number `at`, counted from 1. `act` runs before it is answered. */
  fault: { readonly at: number; readonly kind?: FaultKind; readonly act?: () => void } | undefined
  /** What is to go wrong with the next requests of an operation, each of which takes one off the list. */
  planned: ReadonlyMap<Operation, FaultKind[]>
  /** Gives up the requests that are never answered. */
  readonly silence: Silence
  /** Runs when a create is about to reach the service. */
  onCreate: (title: string) => Promise<void>
  /** The titles of all scenarios that the service has created, whatever its clients have heard. */
  readonly created: string[]
  readonly records: Map<string, SeenRecord>
  /** What a watcher of this traffic has found to be wrong. */
  readonly broken: string[]
  /** Resolves when no request is on its way any more. */
  idle(): Promise<void>
}

/** A real server on loopback that hands requests on to a service, and knows what really happened there. */
export interface FaultProxy {
  readonly url: string
  of(bot: string): Traffic
  close(): Promise<void>
}

/** A path that asks for nothing. */
const nothing = '/nothing'

export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const bots = new Map<string, Traffic>()
  const underWay = new Map<Traffic, Set<Promise<void>>>()
  const of = (bot: string): Traffic => {
    const known = bots.get(bot)
    if (known !== undefined) return known
    const working = new Set<Promise<void>>()
    const traffic: Traffic = {
      count: 0,
      fault: undefined,
      planned: new Map(),
      silence: new Silence(),
      onCreate: async () => {},
      created: [],
      records: new Map(),
      broken: [],
      async idle() {
        // Connections of a process that has just ended may not have been accepted yet, or not been read. A new connection
        // is accepted after them, and a second one after they were read.
        for (let count = 0; count < 2; count += 1) await (await fetch(`${url}${nothing}`)).text()
        while (working.size > 0) await Promise.all(working)
      },
    }
    bots.set(bot, traffic)
    underWay.set(traffic, working)
    return traffic
  }
  const server = createServer((request, response) => {
    if (request.url === nothing) {
      response.writeHead(200, { connection: 'close' }).end()
      return
    }
    // A deploy that creates records first makes sure that this is the service: that changes nothing, and has tests of its own.
    if (request.method === 'GET') {
      void passOn(request, response, target)
      return
    }
    const traffic = of(request.url?.split('/')[4] ?? '')
    const working = underWay.get(traffic)
    const work = handle({ request, response, traffic, target }).finally(() => working?.delete(work))
    working?.add(work)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  return {
    url,
    of,
    async close() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

async function passOn({ url = '', headers }: IncomingMessage, response: ServerResponse, target: string): Promise<void> {
  const { authorization = '', accept = '' } = headers
  const answer = await fetch(target + url, { headers: { authorization, accept } })
  reply(response, answer.status, await answer.text())
}

interface Passing {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly traffic: Traffic
  readonly target: string
}

async function handle(passing: Passing): Promise<void> {
  const { request, response, traffic } = passing
  traffic.count += 1
  const fault = faultOf(request, traffic)
  const { reaches, answer } = fault?.kind === undefined ? none : faults[fault.kind]
  // Its end is waited for below, and may come at any time.
  const gone = new Promise<void>(resolve => request.socket.once('close', resolve))
  if (answer.kind === 'reset at the headers') {
    request.socket.resetAndDestroy()
    return
  }
  const body = await readAll(request)
  const reached = reaches === 'at once' ? await forward(passing, body) : undefined
  if (fault !== undefined && 'act' in fault) fault.act?.()
  if (answer.kind === 'silence') {
    traffic.silence.leaveUnanswered()
    await gone
  }
  if (answer.kind === 'reset') response.socket?.resetAndDestroy()
  else if (answer.kind === 'status') reply(response, answer.status, answer.body)
  else if (reached !== undefined && answer.kind === 'cut') await cut(response, reached, answer.where)
  else if (reached !== undefined) reply(response, reached.status, reached.text)
  if (reaches === 'late') await forward(passing, body)
}

function faultOf(request: IncomingMessage, { fault, planned, count }: Traffic) {
  const kind = planned.get(operationOf(request))?.shift()
  if (kind !== undefined) return { kind }
  return fault?.at === count ? fault : undefined
}

function operationOf({ method, url = '', headers }: IncomingMessage): Operation {
  if (url.endsWith('/import')) return 'create'
  if (url.endsWith('/publish')) return 'publish'
  if (url.endsWith('/active')) return 'switch'
  // An empty update, which changes nothing, is how a record is read.
  if (method === 'PATCH') return headers['content-length'] === '2' ? 'read' : 'update'
  throw new Error(`no deploy asks for ${method} ${url}`)
}

interface Reached {
  readonly status: number
  readonly text: string
}

async function forward({ request, traffic, target }: Passing, body: string): Promise<Reached> {
  const { method = '', url = '', headers } = request
  const isCreate = url.endsWith('/import')
  if (isCreate) await traffic.onCreate(JSON.parse(body).scenario.title)
  const { authorization = '', accept = '' } = headers
  const answer = await fetch(target + url, {
    method,
    headers: { authorization, accept, 'content-type': 'application/json' },
    body,
  })
  const text = await answer.text()
  if (answer.ok) {
    // The service's own answer; what is not as it should be is noticed where it is compared.
    const record = JSON.parse(text) as SeenRecord
    traffic.records.set(record.unique_id, record)
    if (isCreate) traffic.created.push(record.title)
  }
  return { status: answer.status, text }
}

function reply(response: ServerResponse, status: number, text: string): void {
  const type = text.startsWith('<') ? 'text/html' : 'application/json'
  const wait = status === 429 ? { 'retry-after': '1' } : {}
  response.writeHead(status, { 'content-type': type, ...wait }).end(text)
}

/** The head promises the whole answer; the connection ends within it. */
function cut(response: ServerResponse, { status, text }: Reached, where: string): Promise<void> {
  const id = /"unique_id":"[^"]*",/.exec(text)
  const end = where === 'before its id' || id === null ? 15 : id.index + id[0].length
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
  return new Promise(resolve => {
    response.write(text.slice(0, end), () => {
      response.destroy()
      resolve()
    })
  })
}

async function readAll(request: IncomingMessage): Promise<string> {
  let text = ''
  try {
    for await (const chunk of request) text += chunk
  } catch {
    return text
  }
  return text
}
