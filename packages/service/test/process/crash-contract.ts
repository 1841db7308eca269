import { expect } from 'vitest'
import type { Api, Reply } from '../support/api.ts'
import { startReceiver, until } from '../support/receiver.ts'
import { createBot, publishScenario, refund } from '../support/samples.ts'
import { spawnService } from './spawn-service.ts'

/**
 * Kills a service again and again while it accepts, answers and delivers, and holds it to its word: everything that
 * it accepted is answered once, and delivered at least once with the same id and the same bytes.
 */
export async function surviveKills(bundle: string, location: string, afterMs: readonly number[]): Promise<void> {
  const seen = new Set<string>()
  const receiver = await startReceiver(({ body }, count) => {
    const isFirst = !seen.has(body.meta.unique_id)
    seen.add(body.meta.unique_id)
    return { status: isFirst && count % 5 === 0 ? 503 : 200 }
  })
  const accepted = new Set<string>()
  let bot: string | undefined
  let key: string | undefined
  let dialogue = ''
  for (const ms of [...afterMs, undefined]) {
    const service = await spawnService(bundle, location, key)
    if ('refused' in service) throw new Error(service.refused)
    const { api } = service
    key = service.key
    if (bot === undefined) {
      bot = await createBot(api, { webhook_url: receiver.url })
      await publishScenario(api, bot, { ...refund, allow_repeat_in_dialogue: true })
      dialogue = (await api('POST', `/bots/${bot}/dialogues`, { name: 'D', message_limit: 1 })).body.unique_id
    }
    if (ms === undefined) {
      await expectAllDone(api, bot, accepted)
      await service.kill()
    } else {
      const asking = askUntilCut(api, bot, dialogue, accepted)
      await new Promise(resolve => setTimeout(resolve, ms))
      await service.kill()
      await asking
    }
  }
  await receiver.close()
  expectDelivered(receiver.received, accepted)
}

/** Asks in four lines at once until the service is gone, and notes what it accepted. */
async function askUntilCut(api: Api, bot: string, dialogue: string, accepted: Set<string>): Promise<void> {
  const line = async (_: unknown, index: number) => {
    const body = { prompt: 'Where is my refund?', meta: { line: index }, ...(index === 0 && { dialogue_id: dialogue }) }
    for (;;) {
      const reply = await api('POST', `/bots/${bot}/completion`, body).catch(() => undefined)
      if (reply === undefined) return
      expect(reply.status).toBe(201)
      accepted.add(reply.body.unique_id)
      await new Promise(resolve => setTimeout(resolve, 10))
    }
  }
  await Promise.all(Array.from({ length: 4 }, line))
}

async function expectAllDone(api: Api, bot: string, accepted: ReadonlySet<string>): Promise<void> {
  let records: Reply['body'][] = []
  await until(async () => {
    records = await readJournal(api, bot)
    return records.every(({ status, webhook_status }) => status === 'SUCCESS' && webhook_status === 'DELIVERED')
  }, 60_000)
  const ids = new Set(records.map(({ unique_id }) => unique_id))
  expect([...accepted].filter(id => !ids.has(id))).toEqual([])
  expect(records.filter(record => record.completion_token_usages.length !== 1)).toEqual([])
}

async function readJournal(api: Api, bot: string): Promise<Reply['body'][]> {
  const records: Reply['body'][] = []
  for (;;) {
    const { body } = await api('GET', `/completion-log/journal?bot_unique_id=${bot}&take=100&skip=${records.length}`)
    records.push(...body.data)
    if (records.length >= body.meta.total) return records
  }
}

function expectDelivered(
  received: readonly { readonly text: string; readonly body: { readonly meta: { readonly unique_id: string } } }[],
  accepted: ReadonlySet<string>,
): void {
  const texts = new Map<string, Set<string>>()
  for (const { body, text } of received) {
    const { unique_id } = body.meta
    texts.set(unique_id, (texts.get(unique_id) ?? new Set()).add(text))
  }
  expect(accepted.size).toBeGreaterThan(0)
  expect([...accepted].filter(id => texts.get(id)?.size !== 1)).toEqual([])
}
