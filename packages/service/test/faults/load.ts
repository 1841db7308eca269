import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'vitest'
import type { Api } from '../support/api.ts'
import { type Receiver, type Respond, startReceiver } from '../support/receiver.ts'
import { createBot, publishScenario, refund } from '../support/samples.ts'

/** A bot under load, and a dialogue with it. */
export interface LoadedBot {
  readonly bot: string
  readonly dialogue: string
}

/** Creates a bot that answers with a scenario, and sends its results to a receiver. */
export async function createLoadedBot(api: Api, receiver: Pick<Receiver, 'url'>): Promise<LoadedBot> {
  const bot = await createBot(api, { webhook_url: receiver.url })
  await publishScenario(api, bot, { ...refund, allow_repeat_in_dialogue: true })
  const { body } = await api('POST', `/bots/${bot}/dialogues`, { name: 'D', message_limit: 1 })
  return { bot, dialogue: body.unique_id }
}

/** Clients that keep sending messages, and their own record of the responses. */
export interface Load {
  /** The ids of the completions that a client knows to be accepted, because it has received 201. */
  readonly accepted: ReadonlySet<string>
  /** How many requests have ended with 503. */
  refused(): number
  /** How many requests have ended without a response. */
  cut(): number
  /** Ends the requests in progress, and sends no other. Rejects if a response was neither 201 nor 503. */
  stop(): Promise<void>
}

/** The number of clients that send messages at the same time; the first one sends those of the dialogue. */
const clients = 4

/**
 * Starts to send messages. `api` may reject, as a connection to a process that was killed does. A client waits `pauseMs`
 * between two messages.
 */
export function startLoad(api: Api, { bot, dialogue }: LoadedBot, pauseMs = 10): Load {
  const accepted = new Set<string>()
  const stopping = new AbortController()
  let refused = 0
  let cut = 0
  const send = async (client: number) => {
    const body = { prompt: 'Where is my refund?', meta: { client }, ...(client === 0 && { dialogue_id: dialogue }) }
    while (!stopping.signal.aborted) {
      const reply = await api('POST', `/bots/${bot}/completion`, body).catch(() => undefined)
      await wait(pauseMs)
      if (reply === undefined) cut += 1
      else if (reply.status === 503) refused += 1
      else {
        expect(reply.status).toBe(201)
        accepted.add(reply.body.unique_id)
      }
    }
  }
  const sending = Promise.all(Array.from({ length: clients }, (_, client) => send(client)))
  // Reported by `stop`.
  sending.catch(() => {})
  return {
    accepted,
    refused: () => refused,
    cut: () => cut,
    async stop() {
      stopping.abort()
      await sending
    },
  }
}

/** A result as a receiver got it, and whether it has accepted it. */
interface Receipt {
  readonly id: string
  readonly webhookId: string
  readonly text: string
  readonly isAccepted: boolean
}

/** A receiver that records what it has answered. */
export interface RecordingReceiver extends Receiver {
  readonly receipts: readonly Readonly<Receipt>[]
}

/** Starts a receiver that answers as `respond` says; by default, it accepts one in five results only when sent again. */
export async function startRecordingReceiver(respond: Respond = forgetful()): Promise<RecordingReceiver> {
  const receipts: Receipt[] = []
  const receiver = await startReceiver(async (received, count) => {
    const { body, text, headers } = received
    const receipt = { id: body.meta.unique_id, webhookId: String(headers['webhook-id']), text, isAccepted: false }
    receipts.push(receipt)
    const behavior = await respond(received, count)
    receipt.isAccepted = behavior !== null && behavior.status < 300
    return behavior
  })
  return { ...receiver, receipts }
}

function forgetful(): Respond {
  const seen = new Set<string>()
  return ({ body }, count) => {
    const isFirst = !seen.has(body.meta.unique_id)
    seen.add(body.meta.unique_id)
    return { status: isFirst && count % 5 === 0 ? 503 : 200 }
  }
}
