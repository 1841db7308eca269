import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'vitest'
import { openDatabase } from '../../src/database/open-database.ts'
import type { Api } from '../support/api.ts'
import { type Receiver, startReceiver, until } from '../support/receiver.ts'
import { createBot, publishScenario, refund } from '../support/samples.ts'
import { type Fleet, startFleet } from './fleet.ts'
import { type OwnedLocation, placeOf } from './place.ts'

/** How often, and with how many processes on the same data, the service is killed. */
export interface Kills {
  readonly kills: number
  readonly processes: number
}

interface Asked {
  readonly bot: string
  readonly dialogue: string
  readonly accepted: Set<string>
}

/**
 * Kills services again and again while they accept, answers and deliver, and holds them to their word: everything that
 * was accepted is answered once, in the order of its dialogue, and delivered at least once with the same id and bytes.
 */
export async function surviveKills(bundle: string, place: OwnedLocation, { kills, processes }: Kills): Promise<void> {
  const receiver = await startForgetfulReceiver()
  const fleet = await startFleet(bundle, place, processes)
  const asked = await prepare(fleet.api, receiver)
  const asking = new AbortController()
  const lines = [0, 1, 2, 3].map(line => ask(fleet, line, asked, asking.signal))
  for (let count = 0; count < kills; count += 1) {
    // From the first instants of a process to the middle of its work; now and then not before it has got somewhere.
    const delivered = receiver.received.length
    if (count % 3 === 1) await until(() => receiver.received.length > delivered + 10)
    await wait((count * 97) % 300)
    await fleet.replace(count % processes)
  }
  asking.abort()
  await Promise.all(lines)
  await expectAllDone(fleet.api, asked)
  await fleet.kill()
  await receiver.close()
  expectDelivered(receiver.received, asked.accepted)
  await expectOrder(place.location, asked)
}

/** One in five results it takes at the second time alone. */
function startForgetfulReceiver(): Promise<Receiver> {
  const seen = new Set<string>()
  return startReceiver(({ body }, count) => {
    const isFirst = !seen.has(body.meta.unique_id)
    seen.add(body.meta.unique_id)
    return { status: isFirst && count % 5 === 0 ? 503 : 200 }
  })
}

async function prepare(api: Api, receiver: Receiver): Promise<Asked> {
  const bot = await createBot(api, { webhook_url: receiver.url })
  await publishScenario(api, bot, { ...refund, allow_repeat_in_dialogue: true })
  const { body } = await api('POST', `/bots/${bot}/dialogues`, { name: 'D', message_limit: 1 })
  return { bot, dialogue: body.unique_id, accepted: new Set() }
}

/** Asks whoever answers, one after the other, and notes what was accepted. The first line is a dialogue. */
async function ask(fleet: Fleet, line: number, { bot, dialogue, accepted }: Asked, until: AbortSignal): Promise<void> {
  const body = { prompt: 'Where is my refund?', meta: { line }, ...(line === 0 && { dialogue_id: dialogue }) }
  while (!until.aborted) {
    const reply = await fleet.api('POST', `/bots/${bot}/completion`, body).catch(() => undefined)
    await wait(10)
    if (reply === undefined) continue
    expect(reply.status).toBe(201)
    accepted.add(reply.body.unique_id)
  }
}

async function expectAllDone(api: Api, { bot, accepted }: Asked): Promise<void> {
  const journal = async (query: string) =>
    (await api('GET', `/completion-log/journal?bot_unique_id=${bot}&${query}`)).body
  const total = async (query: string) => (await journal(query)).meta.total
  const unanswered = async () => (await total('take=1&status=PENDING')) + (await total('take=1&status=PROCESSING'))
  await until(async () => (await unanswered()) === 0)
  const read = async () => {
    const pages = Array.from({ length: Math.ceil((await total('take=1')) / 100) }, (_, page) => page * 100)
    return (await Promise.all(pages.map(async skip => (await journal(`take=100&skip=${skip}`)).data))).flat()
  }
  await until(async () => (await read()).every(({ webhook_status }) => webhook_status !== 'PENDING'))
  const records = await read()
  expect(records.filter(({ webhook_status }) => webhook_status !== 'DELIVERED')).toEqual([])
  expect(records.filter(({ status }) => status !== 'SUCCESS')).toEqual([])
  const ids = new Set(records.map(({ unique_id }) => unique_id))
  expect([...accepted].filter(id => !ids.has(id))).toEqual([])
  expect(records.filter(record => record.completion_token_usages.length !== 1)).toEqual([])
}

function expectDelivered(received: Receiver['received'], accepted: ReadonlySet<string>): void {
  const texts = new Map<string, Set<string>>()
  for (const { body, text } of received) {
    const { unique_id } = body.meta
    texts.set(unique_id, (texts.get(unique_id) ?? new Set()).add(text))
  }
  expect(accepted.size).toBeGreaterThan(0)
  expect([...accepted].filter(id => texts.get(id)?.size !== 1)).toEqual([])
}

/** Each message of the dialogue counts once, and none was answered before the one ahead of it. */
async function expectOrder(location: string, { dialogue }: Asked): Promise<void> {
  const { kysely, close } = await openDatabase(placeOf(location))
  const { id, customer_messages } = await kysely
    .selectFrom('dialogues')
    .select(['id', 'customer_messages'])
    .where(({ or, eb }) => or([eb('id', '=', dialogue), eb('dialogue_id', '=', dialogue)]))
    .executeTakeFirstOrThrow()
  const messages = await kysely
    .selectFrom('completions')
    .select('updated_at')
    .where('dialogue_id', '=', id)
    .orderBy('sequence')
    .execute()
  await close()
  const times = messages.map(({ updated_at }) => updated_at.getTime())
  expect(customer_messages).toBe(times.length)
  expect(times).toEqual(times.toSorted((a, b) => a - b))
}
