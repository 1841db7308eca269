import { type Received, type Reply, serve } from './http-server.ts'

/** A server of the Terraform protocol, as strict as GitLab's: it wants the lock's ID, and a serial that rises. */
export interface TerraformServer {
  readonly url: string
  /** Who may ask; everybody where it is undefined. */
  account: string | undefined
  /** What comes instead of an answer, before the request takes effect, or after it. */
  before: (request: Received) => Reply | undefined
  after: (request: Received) => Reply | undefined
  readonly requests: Received[]
  document: string | undefined
  lock: string | undefined
}

export async function terraformServer(): Promise<TerraformServer> {
  const server: { -readonly [field in keyof TerraformServer]: TerraformServer[field] } = {
    url: '',
    account: undefined,
    before: () => undefined,
    after: () => undefined,
    requests: [],
    document: undefined,
    lock: undefined,
  }
  server.url = await serve(request => {
    server.requests.push(request)
    const early = server.before(request)
    if (early !== undefined) return early
    const reply = answer(server, request)
    return server.after(request) ?? reply
  })
  return server
}

function answer(server: TerraformServer, request: Received): Reply {
  const { method, url, headers, body } = request
  const basic = server.account && `Basic ${Buffer.from(server.account).toString('base64')}`
  if (basic !== undefined && headers.authorization !== basic) return { status: 401 }
  const verb = url.pathname.endsWith('/lock') ? { POST: 'LOCK', DELETE: 'UNLOCK' }[method] : method
  if (verb === 'LOCK') return takeLock(server, body)
  if (verb === 'UNLOCK') return giveBack(server, JSON.parse(body).ID)
  if (verb === 'GET') return server.document === undefined ? { status: 404 } : { status: 200, body: server.document }
  if (verb === 'POST') return write(server, url.searchParams.get('ID'), body)
  return { status: 405 }
}

function takeLock(server: TerraformServer, body: string): Reply {
  const missing = ['ID', 'Operation', 'Info', 'Who', 'Version', 'Created', 'Path'].filter(
    field => typeof JSON.parse(body)[field] !== 'string',
  )
  if (missing.length > 0) return { status: 400, body: missing.join() }
  if (server.lock !== undefined) return { status: 423, body: server.lock }
  server.lock = body
  return { status: 200 }
}

function giveBack(server: TerraformServer, id: string): Reply {
  if (server.lock === undefined || JSON.parse(server.lock).ID !== id) return { status: 409 }
  server.lock = undefined
  return { status: 200 }
}

function write(server: TerraformServer, id: string | null, body: string): Reply {
  if (server.lock === undefined || JSON.parse(server.lock).ID !== id) return { status: 409 }
  const before = server.document === undefined ? -1 : serialOf(server.document)
  if (!(JSON.parse(body).serial > before)) return { status: 422 }
  server.document = body
  return { status: 200 }
}

/** Of a damaged document, none. */
function serialOf(document: string): number {
  try {
    return JSON.parse(document).serial
  } catch {
    return -1
  }
}
