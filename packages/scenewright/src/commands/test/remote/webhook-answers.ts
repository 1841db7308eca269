import { randomUUID, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, Server } from 'node:http'
import { OperationError } from '@scenewright/model'
import type { ServiceAnswer } from '@scenewright/simulator/conversation'
import { pause } from '../../../shell/pause.ts'
import { type AnswerSource, lateAnswer, toAnswer } from './answer-source.ts'

/** The field of a message's metadata that identifies its answer. */
const markField = 'scenewright_test'

/** The maximum size of a webhook's body, in bytes. */
const bodyLimit = 1024 * 1024

interface Webhook {
  readonly request: string
  readonly mark: string
  readonly answer: ServiceAnswer
}

/**
 * Receives the answers on a port of this machine. Anything except answers to messages of this run is rejected with 503,
 * so that the service keeps it for its real receiver. An unavailable port is an OperationError.
 */
export async function webhookAnswers(port: number, timeoutMs: number): Promise<AnswerSource> {
  const mark = randomUUID()
  const arrived = new Map<string, ServiceAnswer>()
  const waiting = new Map<string, () => void>()
  const server = await listen(port, async request => {
    const webhook = readWebhook(await readText(request))
    if (webhook === undefined || !isSame(webhook.mark, mark)) return false
    // A repeated result is ignored.
    if (!arrived.has(webhook.request)) arrived.set(webhook.request, webhook.answer)
    waiting.get(webhook.request)?.()
    return true
  })
  return {
    meta: { [markField]: mark },
    async answerTo(request, signal) {
      const come = new AbortController()
      waiting.set(request, () => come.abort())
      if (!arrived.has(request)) await pause(timeoutMs, AbortSignal.any([signal, come.signal]))
      waiting.delete(request)
      signal.throwIfAborted()
      return arrived.get(request) ?? lateAnswer(timeoutMs, `no webhook arrived on port ${port}`)
    },
    async close() {
      server.closeAllConnections()
      await new Promise(closed => server.close(closed))
    },
  }
}

async function listen(port: number, take: (request: IncomingMessage) => Promise<boolean>): Promise<Server> {
  const { createServer } = await import('node:http')
  const server = createServer((request, response) => {
    take(request).then(
      isOurs => response.writeHead(isOurs ? 204 : 503).end(),
      () => response.destroy(),
    )
  })
  await new Promise<void>((listening, failed) => {
    server.once('error', failed)
    server.listen(port, '127.0.0.1', listening)
  }).catch(cause => {
    throw new OperationError('usage', `webhooks cannot be received on port ${port}`, {
      help: 'choose an unused port',
      cause,
    })
  })
  return server
}

async function readText(request: IncomingMessage): Promise<string> {
  let text = ''
  request.setEncoding('utf8')
  for await (const chunk of request) {
    text += chunk
    if (text.length > bodyLimit) return ''
  }
  return text
}

/** The body of a webhook, in the contract's form; undefined for anything else. */
function readWebhook(text: string): Webhook | undefined {
  const body = parse(text)
  const meta = readFields(body.meta)
  const own = readFields(meta.meta)
  const { message } = readFields(body.response)
  const mark = own[markField]
  if (typeof meta.unique_id !== 'string' || typeof mark !== 'string') return undefined
  const status = typeof body.type === 'string' ? body.type : 'nothing'
  const result = { status, isError: body.error === true, text: typeof message === 'string' ? message : null }
  return { request: meta.unique_id, mark, answer: toAnswer(result) }
}

type Fields = { readonly [field: string]: unknown }

function parse(text: string): Fields {
  try {
    return readFields(JSON.parse(text))
  } catch {
    return {}
  }
}

function readFields(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
