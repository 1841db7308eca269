import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { afterFile } from '../../scenewright/test/clean-up.ts'

/** A request for embeddings, as it came. */
interface Asked {
  readonly url: string
  readonly authorization: string | undefined
  readonly body: { readonly model: string; readonly input: readonly string[]; readonly dimensions?: number }
}

/** Answers a request otherwise than with vectors. Done where it gives true. */
export type Misbehavior = (response: ServerResponse, asked: Asked, attempt: number) => boolean

/** A running endpoint, and what it was asked for. */
export interface EmbeddingsServer {
  readonly url: string
  readonly asked: Asked[]
  /** The requests that were under way at once, at the most. */
  readonly most: () => number
}

/** Starts an endpoint that embeds by letter runs, always the same; gone after the tests. */
export async function startEmbeddings(misbehave: Misbehavior = () => false): Promise<EmbeddingsServer> {
  const asked: Asked[] = []
  let [open, most] = [0, 0]
  const server = createServer(async (request, response) => {
    open++
    most = Math.max(most, open)
    response.on('close', () => open--)
    const body = JSON.parse(await textOf(request))
    const one = { url: request.url ?? '', authorization: request.headers.authorization, body }
    asked.push(one)
    if (misbehave(response, one, asked.length)) return
    // A moment, so that requests meet, and the last vector first: the order is told by the index alone.
    setTimeout(() => answer(response, 200, { object: 'list', data: dataOf(body.input).reverse() }), 5)
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  afterFile(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return { url: `http://127.0.0.1:${port}/v1`, asked, most: () => most }
}

/** Sends JSON. */
export function answer(response: ServerResponse, status: number, body: unknown, headers = {}): true {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
  return true
}

/** Says that an answer was sent, or that none will be. */
export function sent(..._done: readonly unknown[]): true {
  return true
}

/** What a sound answer holds. */
export function dataOf(
  input: readonly string[],
  dimensions = 64,
): { object: string; index: number; embedding: number[] }[] {
  return input.map((text, index) => ({ object: 'embedding', index, embedding: vectorOf(text, dimensions) }))
}

/** Counts of letter runs, hashed into a few places. Words that mean the same here have the same runs. */
function vectorOf(text: string, places: number): number[] {
  const same = text.toLowerCase().replaceAll('reimbursement', 'refund')
  const vector = new Array<number>(places).fill(0.01)
  for (let at = 0; at + 3 <= same.length; at++) {
    let hash = 7
    for (const letter of same.slice(at, at + 3)) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 997
    vector[hash % places] = (vector[hash % places] ?? 0) + 1
  }
  return vector
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += chunk
  return text
}
