import { expect } from 'vitest'
import { type Database, openDatabase } from '../../src/database/open-database.ts'
import { placeOf } from '../process/place.ts'
import type { Api, Reply } from '../support/api.ts'
import { until } from '../support/receiver.ts'
import type { Load, RecordingReceiver } from './load.ts'

/** The state of the work that clients know to be accepted. */
export interface Outcome {
  readonly accepted: number
  /** Without exactly one final result in the journal, or never received by the receiver. */
  readonly lost: number
  /** Results that the receiver got again after it had accepted them, with the same id and bytes. */
  readonly again: number
  /** Results that the receiver got with different bytes, or with another id. */
  readonly different: number
  /** Rows of the database that are still claimed, or wait, when everything has ended. */
  readonly stuck: number
}

/** Who was under load, and who received the results. */
export interface Audited {
  readonly load: Pick<Load, 'accepted'>
  readonly receiver: RecordingReceiver
  readonly bot: string
  /** By the order of its messages and the clock of the service, which must not have gone back. */
  readonly dialogue?: string
  /** The final status of each completion; SUCCESS by default. */
  readonly statusOf?: (id: string) => 'SUCCESS' | 'ERROR'
}

type JournalRecord = Reply['body']

/** Waits until all work of the bot has ended, and reads its journal. */
export async function readEnded(api: Api, bot: string): Promise<readonly JournalRecord[]> {
  const journal = async (query: string) =>
    (await api('GET', `/completion-log/journal?bot_unique_id=${bot}&${query}`)).body
  const total = async (query: string) => (await journal(`take=1${query}`)).meta?.total
  const isEmpty = async (status: string) => (await total(`&status=${status}`)) === 0
  await until(async () => (await isEmpty('PENDING')) && (await isEmpty('PROCESSING')))
  const read = async () => {
    const pages = Array.from({ length: Math.ceil((await total('')) / 100) }, (_, page) => page * 100)
    return (await Promise.all(pages.map(async skip => (await journal(`take=100&skip=${skip}`)).data))).flat()
  }
  await until(async () => (await read()).every(({ webhook_status }) => webhook_status !== 'PENDING'))
  return read()
}

/**
 * Compares the clients' record with the journal, the receiver and the database, once all services have ended, and
 * expects that nothing was lost, changed or stuck.
 */
export async function audit(
  records: readonly JournalRecord[],
  { load, receiver, bot, dialogue, statusOf = () => 'SUCCESS' }: Audited,
  location: string,
): Promise<Outcome> {
  expect(records.filter(({ webhook_status }) => webhook_status !== 'DELIVERED')).toEqual([])
  expect(records.filter(({ unique_id, status }) => status !== statusOf(unique_id))).toEqual([])
  expect(records.filter(({ completion_token_usages: usages }) => usages.length !== 1)).toEqual([])
  const receiptsOf = groupBy(receiver.receipts, ({ id }) => id)
  const recordsOf = groupBy(records, ({ unique_id }) => unique_id)
  const isKept = (id: string) => recordsOf.get(id)?.length === 1 && receiptsOf.has(id)
  const database = await openDatabase(placeOf(location))
  let again = 0
  let different = 0
  for (const [id, receipts] of receiptsOf) {
    const firstAccepted = receipts.findIndex(({ isAccepted }) => isAccepted)
    if (firstAccepted >= 0) again += receipts.length - firstAccepted - 1
    if (receipts.some(({ text, webhookId }) => text !== receipts[0]?.text || webhookId !== id)) different += 1
  }
  const outcome = {
    accepted: load.accepted.size,
    lost: [...load.accepted].filter(id => !isKept(id)).length,
    again,
    different,
    stuck: await countUnfinished(database, bot),
  }
  if (dialogue !== undefined) await expectOrder(database, dialogue)
  await database.close()
  expect(outcome.accepted).toBeGreaterThan(0)
  expect(outcome).toMatchObject({ lost: 0, different: 0, stuck: 0 })
  return outcome
}

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): ReadonlyMap<string, readonly Item[]> {
  const groups = new Map<string, Item[]>()
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item])
  return groups
}

async function countUnfinished({ kysely }: Database, bot: string): Promise<number> {
  const claimed = await kysely
    .selectFrom('completions')
    .select('id')
    .where('bot_id', '=', bot)
    .where(({ or, eb }) => or([eb('owner', 'is not', null), eb('status', 'in', ['PENDING', 'PROCESSING'])]))
    .execute()
  const waiting = await kysely.selectFrom('deliveries').select('completion_id').where('bot_id', '=', bot).execute()
  return claimed.length + waiting.length
}

/** Expects that each message of the dialogue counts once, and that none was answered before an earlier one. */
async function expectOrder({ kysely }: Database, dialogue: string): Promise<void> {
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
  const times = messages.map(({ updated_at }) => updated_at.getTime())
  expect(customer_messages).toBe(times.length)
  expect(times).toEqual(times.toSorted((a, b) => a - b))
}
