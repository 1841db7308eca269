import { createServer, type IncomingMessage, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An answer on its way. */
export interface Message {
  readonly method: string
  /** With the query. */
  readonly path: string
  /** What was asked with: the text of the body. */
  readonly sent: string
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: a mutation knows what it breaks
  readonly body: any
}

/** What becomes of an answer; undefined lets it through as it is. */
export type Mutation = (answer: Message) => { readonly status?: number; readonly body?: unknown } | undefined

/** What becomes of a webhook: how it is sent on, how often, and what the service is told. */
export interface Relay {
  readonly mangle?: (body: Readonly<Record<string, unknown>>) => unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly method?: string
  readonly times?: number
  /** The status that the service gets, whatever the receiver says. */
  readonly answers?: number
}

/** The answers of a service, by method and path, to be given again without it. */
export interface Recording {
  /** The next recorded answer to a request, and at last the same one again; undefined if there is none. */
  next(request: string): Answer | undefined
  add(request: string, answer: Answer): void
  /** Gives all answers from the first one on. */
  replay(): void
}

type Answer = Awaited<ReturnType<typeof exchange>>

export function createRecording(): Recording {
  const recorded = new Map<string, Answer[]>()
  let replayed: Map<string, number> | undefined
  // A name ends with a number, which grows.
  const keyOf = (request: string) => request.replace(/-\d+$/, '')
  return {
    next(request) {
      const key = keyOf(request)
      const count = replayed?.get(key) ?? 0
      replayed?.set(key, count + 1)
      return replayed && (recorded.get(key)?.[count] ?? recorded.get(key)?.at(-1))
    },
    add(request, answer) {
      recorded.set(keyOf(request), [...(recorded.get(keyOf(request)) ?? []), answer])
    },
    replay() {
      replayed = new Map()
    },
  }
}

/** What a proxy does besides changing answers. */
interface ProxyOptions {
  readonly relay?: Relay | undefined
  readonly recording?: Recording
}

/** A service that is broken on purpose: one that stands before a whole one. */
export interface Proxy {
  readonly url: string
  close(): Promise<void>
}

/** Stands before a service, and changes what it answers and what it sends. */
export async function startProxy(
  target: string,
  mutate: Mutation,
  { relay, recording }: ProxyOptions = {},
): Promise<Proxy> {
  const server = createServer(async (incoming, response) => {
    const { method = '', url = '', headers } = incoming
    const body = await textOf(incoming)
    if (url.startsWith('/relay/')) {
      const status = await passOn(decodeURIComponent(url.slice('/relay/'.length)), body, relay ?? {})
      if (status === undefined) return void response.destroy()
      return void response.writeHead(status).end()
    }
    const own = `http://127.0.0.1:${portOf(server.address())}/relay/`
    const sent = relay === undefined ? body : redirected(body, own)
    const request = `${method} ${url}`
    const known = recording?.next(request)
    const answer = known ?? (await exchange(target + url, { method, headers }, sent))
    if (known === undefined) recording?.add(request, answer)
    const path = url.replace('/api/v1', '')
    const changed = mutate({ method, path, sent: body, status: answer.status, body: jsonOf(answer.text) })
    const text = changed !== undefined && 'body' in changed ? JSON.stringify(changed.body) : answer.text
    response.writeHead(changed?.status ?? answer.status, { 'content-type': answer.type, ...answer.retry }).end(text)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${portOf(server.address())}`,
    async close() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

function portOf(address: string | AddressInfo | null): number {
  return typeof address === 'object' && address !== null ? address.port : 0
}

/** Webhooks come by here. */
function redirected(body: string, own: string): string {
  return body.replace(
    /"webhook_url":"(http[^"]+)"/,
    (_, url: string) => `"webhook_url":"${own}${encodeURIComponent(url)}"`,
  )
}

async function passOn(url: string, body: string, relay: Relay): Promise<number | undefined> {
  const { mangle, method = 'POST', times = 1, answers } = relay
  const headers = relay.headers ?? { 'content-type': 'application/json', accept: 'application/json' }
  const text = mangle === undefined ? body : JSON.stringify(mangle(JSON.parse(body)))
  let status: number | undefined
  for (let count = 0; count < times; count += 1) {
    const answer = await exchange(url, { method, headers }, text).catch(() => undefined)
    status = answer?.status
  }
  return answers ?? status
}

async function exchange(
  url: string,
  { method, headers }: { readonly method: string; readonly headers: IncomingMessage['headers'] },
  body: string,
) {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const { 'transfer-encoding': _encoding, host: _host, ...others } = headers
    const length = { 'content-length': String(Buffer.byteLength(body)) }
    send(url, { method, headers: { ...others, ...length } }, resolve)
      .on('error', reject)
      .end(body)
  })
  const wait = response.headers['retry-after']
  return {
    status: response.statusCode ?? 0,
    type: response.headers['content-type'] ?? 'application/json',
    retry: wait === undefined ? {} : { 'retry-after': wait },
    text: await textOf(response),
  }
}

async function textOf(stream: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
