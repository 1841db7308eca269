import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request for embeddings, as it came. */
interface EmbeddingCall {
  readonly path: string
  readonly authorization: string | undefined
  readonly body: { readonly model: string; readonly input: readonly string[]; readonly dimensions?: number }
}

/** A real server of embeddings on this machine. */
export interface EmbeddingServer {
  /** With /v1. */
  readonly url: string
  readonly calls: readonly EmbeddingCall[]
  /** All texts that were sent, except those about anything that every model is asked for. */
  texts(): readonly string[]
  close(): Promise<void>
}

/** Words that mean the same for the model. */
const synonyms = [
  ['refund', 'refunds', 'reimbursement', 'money'],
  ['parcel', 'parcels', 'package', 'consignment'],
  ['warranty', 'guarantee', 'fix'],
]

const common = new Set(['a', 'an', 'the', 'is', 'my', 'i', 'when', 'does', 'do', 'how', 'takes', 'take', 'in', 'of'])

/** The first text that every model is asked for begins like this. */
const anything = /^(The cat|Who won|It will|Could you|My brother|How many planets|Tell me a joke|We painted|[А-Я])/

/** The model of a server. */
interface ServedModel {
  /** The length of a vector, unless a request says it. */
  readonly dimensionsOf?: () => number
  readonly vectorOf?: (text: string, dimensions: number) => number[]
}

/**
 * Starts a server whose model, by default, knows a few synonyms and is otherwise a bag of words. `respond` may give a status instead of
 * vectors, for a call and the number of calls before it.
 */
export async function startEmbeddingServer(
  respond: (call: EmbeddingCall, before: number) => number | undefined | Promise<number | undefined> = () => undefined,
  { dimensionsOf = () => 256, vectorOf = bagOfWords }: ServedModel = {},
): Promise<EmbeddingServer> {
  const calls: EmbeddingCall[] = []
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    const call = { path: request.url ?? '', authorization: request.headers.authorization, body: JSON.parse(text) }
    calls.push(call)
    const status = await respond(call, calls.length - 1)
    response.setHeader('content-type', 'application/json')
    if (status !== undefined) return void response.writeHead(status).end(JSON.stringify({ error: { message: text } }))
    const { input, dimensions } = call.body as EmbeddingCall['body']
    const data = input.map((each, index) => ({ index, embedding: vectorOf(each, dimensions ?? dimensionsOf()) }))
    // The index alone says which text a vector belongs to.
    response.end(JSON.stringify({ data: data.reverse(), usage: { total_tokens: input.length * 7 } }))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    calls,
    texts: () => calls.flatMap(({ body }) => body.input).filter(text => !anything.test(text)),
    async close() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

function bagOfWords(text: string, dimensions: number): number[] {
  const vector = new Array<number>(dimensions).fill(0.001)
  for (const word of text.toLowerCase().match(/[\p{L}\d]+/gu) ?? []) {
    if (common.has(word)) continue
    const meaning = synonyms.find(group => group.includes(word))?.[0] ?? word
    let hash = 7
    for (const letter of meaning) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003
    vector[hash % dimensions] = (vector[hash % dimensions] ?? 0) + 1
  }
  return vector
}
