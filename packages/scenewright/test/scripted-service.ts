import { createServer, type ServerResponse } from 'node:http'
import { onTestFinished } from 'vitest'

/** What a scripted service was asked to answer, in the order in which it came. */
export interface Asked {
  readonly dialogue: string
  readonly prompt: string
  readonly mode: unknown
  readonly meta: unknown
}

/** What the journal shows of a request, by how often it was looked for (from 0); null where it is not there yet. */
type Journal = (asked: Asked, looks: number) => { readonly status: string; readonly answer?: string | null } | null

interface Script {
  readonly journal: Journal
  /** A status that the request is refused with, or what else is done with it; undefined where it is accepted. */
  readonly refuse?: (path: string, count: number) => number | 'cut' | undefined
}

/** A service that takes messages and shows in its journal what the script says. It ends with the test. */
export async function scriptedService({ journal, refuse = () => undefined }: Script): Promise<{
  readonly url: string
  readonly asked: readonly Asked[]
  readonly dialogues: readonly string[]
}> {
  const asked: Asked[] = []
  const dialogues: string[] = []
  const looks = new Map<string, number>()
  const counts = new Map<string, number>()
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost')
    const path = pathname.replace('/api/v1', '')
    counts.set(path, (counts.get(path) ?? 0) + 1)
    const refusal = refuse(path, counts.get(path) ?? 0)
    if (refusal === 'cut') return void response.destroy()
    if (refusal !== undefined) return sendError(response, refusal)
    const body = text === '' ? {} : JSON.parse(text)
    if (path === '/bots') return send(response, 200, list([]))
    if (path.endsWith('/dialogues')) {
      dialogues.push(body.name)
      return send(response, 201, { unique_id: `dialogue-${dialogues.length}` })
    }
    if (path.endsWith('/completion')) {
      asked.push({ dialogue: body.dialogue_id, prompt: body.prompt, mode: body.mode, meta: body.meta })
      return send(response, 201, { message: 'queued', unique_id: `request-${asked.length}` })
    }
    const id = searchParams.get('unique_id') ?? ''
    const one = asked[Number(id.replace('request-', '')) - 1]
    const look = looks.get(id) ?? 0
    looks.set(id, look + 1)
    const record = one === undefined ? null : journal(one, look)
    return send(response, 200, list(record === null ? [] : [{ unique_id: id, ...record }]))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return { url: `http://127.0.0.1:${address.port}`, asked, dialogues }
}

function list(data: readonly object[]): object {
  return { data, meta: { total: data.length, skip: 0, take: 10 } }
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

function sendError(response: ServerResponse, statusCode: number): void {
  response.setHeader('retry-after', '1')
  send(response, statusCode, { statusCode, error: 'Refused', message: 'No.', code: 'REFUSED' })
}

/** A port of this machine that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise(resolve => server.close(resolve))
  return typeof address === 'object' && address !== null ? address.port : 0
}
