import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { completeBatch } from '../src/answering/completion-store.ts'
import { openDatabase } from '../src/database/open-database.ts'
import type { NewDelivery } from '../src/webhooks/delivery-queue.ts'
import { newOwnedPlace } from './support/databases.ts'
import { createBot } from './support/samples.ts'
import { startWorld } from './support/world.ts'

test('a result that another service has taken over is dropped, and the others of its batch are recorded', async () => {
  const place = await newOwnedPlace()
  const world = await startWorld(place)
  const botId = await createBot(world.api, { webhook_url: 'http://127.0.0.1:9/' })
  await world.close()

  const { kysely, close } = await openDatabase(place)
  const bot = await kysely.selectFrom('bots').selectAll().where('id', '=', botId).executeTakeFirstOrThrow()
  const now = new Date()
  const asked = { prompt: 'Hi', mode: 'SUPPORT', is_depersonalize: false, status: 'PROCESSING', owner: 1 } as const
  const add = () =>
    kysely
      .insertInto('completions')
      .values({
        id: randomUUID(),
        account_id: bot.account_id,
        bot_id: botId,
        ...asked,
        created_at: now,
        updated_at: now,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
  const completions = [await add(), await add()]
  const [lost, kept] = completions.map(({ id }) => id)
  await kysely
    .updateTable('completions')
    .set({ owner: 2, attempts: 2 })
    .where('id', '=', lost ?? '')
    .execute()
  const calls: unknown[] = []
  const noted = (name: string) => (deliveries: readonly NewDelivery[]) => {
    calls.push([name, deliveries.map(({ completion_id }) => completion_id)])
  }
  const arrivals = {
    claim: (deliveries: readonly NewDelivery[]) => deliveries.map(each => ({ ...each, owner: 1, attempts: 1 })),
    begin: noted('begin'),
    abandon: noted('abandon'),
  }
  const answer = { status: 'SUCCESS', text: 'Yes' } as const
  const results = completions.map(completion => ({ completion, bot, readAt: 0, answer }))
  expect(await completeBatch(kysely, results, { now, arrivals })).toEqual(new Set([kept]))
  expect(calls).toEqual([
    ['abandon', [lost]],
    ['begin', [kept]],
  ])
  const rows = await kysely
    .selectFrom('completions')
    .select(['id', 'status', 'owner', 'answer', 'webhook_status'])
    .orderBy('sequence')
    .execute()
  expect(rows).toEqual([
    { id: lost, status: 'PROCESSING', owner: 2, answer: null, webhook_status: 'NONE' },
    { id: kept, status: 'SUCCESS', owner: null, answer: 'Yes', webhook_status: 'PENDING' },
  ])
  const deliveries = await kysely.selectFrom('deliveries').select(['completion_id', 'owner', 'attempts']).execute()
  expect(deliveries).toEqual([{ completion_id: kept, owner: 1, attempts: 1 }])
  const usages = await kysely.selectFrom('token_usages').select(['completion_id', 'tokens_used']).execute()
  expect(usages).toEqual([{ completion_id: kept, tokens_used: 0 }])
  await close()
})
