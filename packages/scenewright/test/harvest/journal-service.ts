import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** A record of the scripted journal; `day` is that of `created_at`. */
export interface ScriptedRecord {
  readonly unique_id: string
  readonly prompt: string
  readonly created_at: string
  readonly status?: string
  readonly answer?: string | null
}

/** A query of the journal. */
interface AskedPage {
  readonly since: string
  readonly until: string
  readonly skip: number
  readonly take: number
}

interface Script {
  /** Newest first. It may change between two requests. */
  readonly records: ScriptedRecord[]
  /** The largest page; the service returns fewer records than requested. */
  readonly largest?: number
  /** Answers a request in another way; true if it did. */
  readonly instead?: (page: AskedPage, response: ServerResponse, count: number) => boolean
}

/** A service whose journal shows these records. It ends with the test. */
export async function journalService({ records, largest = 100, instead = () => false }: Script) {
  const asked: AskedPage[] = []
  const url = await serve((request, response) => {
    const query = new URL(request.url ?? '', 'http://localhost').searchParams
    const page = {
      since: query.get('start_date') ?? '',
      until: query.get('end_date') ?? '',
      skip: Number(query.get('skip')),
      take: Math.min(Number(query.get('take') ?? 10), largest),
    }
    asked.push(page)
    if (instead(page, response, asked.length)) return
    const found = records.filter(({ created_at }) => {
      return created_at.slice(0, 10) >= page.since && created_at.slice(0, 10) <= page.until
    })
    const data = found.slice(page.skip, page.skip + page.take)
    sendJson(response, 200, { data, meta: { total: found.length, skip: page.skip, take: page.take } })
  })
  return { url, asked }
}

/** A server between the command line and a service; `before` runs before a request is passed on. */
export async function proxyOf(target: string, before: (count: number) => Promise<void> | void): Promise<string> {
  let count = 0
  return serve(async (request, response) => {
    count += 1
    await before(count)
    const { authorization = '', accept = '' } = request.headers
    const answer = await fetch(target + request.url, { headers: { authorization, accept } })
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
  })
}

/** Sends JSON. */
export function sendJson(
  response: ServerResponse,
  status: number,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}

async function serve(handle: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  const server = createServer(handle)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
