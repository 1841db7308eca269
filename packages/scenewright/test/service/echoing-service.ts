import { createServer, type IncomingMessage } from 'node:http'
import { onTestFinished } from 'vitest'

/** How a service answers that tells every caller what it was sent. */
export type Manner =
  | 'does as it should'
  | 'refuses'
  | 'does not know the account'
  | 'breaks'
  | 'cuts its answer'
  | 'shows a page'

/** A service that keeps nothing to itself: whatever it says, it says the caller's credentials in every writing. */
export interface EchoingService {
  readonly url: string
  manner: Manner
}

export async function echoingService(): Promise<EchoingService> {
  let lastId = 0
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    const told = echoOf(request)
    const { manner } = service
    if (manner === 'does as it should') {
      lastId += 1
      const status = request.method === 'POST' ? 201 : 200
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(recordOf(request.url ?? '', text, lastId)))
    } else if (manner === 'refuses' || manner === 'does not know the account') {
      const statusCode = manner === 'refuses' ? 400 : 401
      response.writeHead(statusCode, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ statusCode, error: told, message: told, code: told }))
    } else if (manner === 'cuts its answer') {
      response.writeHead(201, { 'content-type': 'application/json', 'content-length': 100_000 })
      response.write(`{"title":${JSON.stringify(told)},`, () => response.destroy())
    } else {
      response.writeHead(manner === 'breaks' ? 500 : 200, { 'content-type': 'text/html' })
      response.end(`<html>${told}</html>`)
    }
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const service: EchoingService = { url: `http://127.0.0.1:${address.port}`, manner: 'does as it should' }
  return service
}

/** The ways in which a key may be written. */
export function writingsOf(email: string, key: string): readonly string[] {
  return [key, base64(key), base64(`${email}:${key}`), inJson(key), inJson(inJson(key)), encodeURIComponent(key)]
}

/** Without the signs at the end, which may be left out. */
function base64(text: string): string {
  return Buffer.from(text).toString('base64').replace(/=+$/, '')
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}

function echoOf({ headers }: IncomingMessage): string {
  const { authorization = '' } = headers
  const [, key = ''] = Buffer.from(authorization.replace('Basic ', ''), 'base64').toString().split(/:(.*)/s)
  return [authorization, key, base64(key), inJson(key), encodeURIComponent(key)].join(' ')
}

/** What the deployer and the tests read of an answer. */
function recordOf(url: string, text: string, id: number): unknown {
  const body = text === '' ? {} : JSON.parse(text)
  const { definition } = body.scenario ?? body
  const draft = { unique_id: `version-${id}`, version: id, status: 'DRAFT', definition }
  const versions = definition === undefined ? [] : [draft]
  const record = { unique_id: url.split('/')[6]?.replace('import', '') || `record-${id}`, versions, is_active: true }
  return url.includes('?') ? { data: [], total: 0, page: 1, limit: 10 } : { ...record, data: [], message: 'queued' }
}
