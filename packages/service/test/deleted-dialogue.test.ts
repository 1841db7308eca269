import { randomUUID } from 'node:crypto'
import { newDialogue } from '@scenewright/simulator'
import { expect, test } from 'vitest'
import { completeBatch } from '../src/answering/completion-store.ts'
import { openDatabase } from '../src/database/open-database.ts'
import type { NewDelivery } from '../src/webhooks/delivery-queue.ts'
import { newOwnedPlace } from './support/databases.ts'
import { createBot } from './support/samples.ts'
import { startWorld } from './support/world.ts'

test('an answer that arrives after the deletion of its dialogue adds nothing to it', async () => {
  const place = await newOwnedPlace()
  const world = await startWorld(place)
  const botId = await createBot(world.api)
  const { body: dialogue } = await world.api('POST', `/bots/${botId}/dialogues`, { name: 'D', message_limit: 5 })
  await world.api('DELETE', `/bots/${botId}/dialogues/${dialogue.unique_id}`)
  await world.close()

  const { kysely, close } = await openDatabase(place)
  const bot = await kysely.selectFrom('bots').selectAll().where('id', '=', botId).executeTakeFirstOrThrow()
  const now = new Date()
  const ids = { id: randomUUID(), account_id: bot.account_id, bot_id: botId, dialogue_id: dialogue.unique_id }
  const asked = { prompt: 'Hi', mode: 'SUPPORT', is_depersonalize: false, status: 'PROCESSING', owner: 1 } as const
  const completion = await kysely
    .insertInto('completions')
    .values({ ...ids, ...asked, created_at: now, updated_at: now })
    .returningAll()
    .executeTakeFirstOrThrow()
  const memory = { ...newDialogue, variables: { name: 'Ann' } }
  const counts = { operator_limit: null, customer_messages: 1, successful_messages: 1, clarification_attempted: false }
  const progress = { ...counts, is_active: true, memory }
  const arrivals = { claim: (deliveries: readonly NewDelivery[]) => deliveries, begin() {}, abandon() {} }
  const result = { completion, bot, readAt: 0, answer: { status: 'SUCCESS', text: 'Hello', progress } } as const
  await completeBatch(kysely, [result], { now, arrivals })
  const left = await kysely
    .selectFrom('dialogues')
    .select(['is_active', 'customer_messages', 'memory'])
    .where('id', '=', dialogue.unique_id)
    .executeTakeFirstOrThrow()
  const { status } = await kysely.selectFrom('completions').select('status').executeTakeFirstOrThrow()
  await close()
  expect(left).toMatchObject({ is_active: false, customer_messages: 0 })
  expect(JSON.stringify(left.memory)).not.toContain('Ann')
  expect(status).toBe('SUCCESS')
})
