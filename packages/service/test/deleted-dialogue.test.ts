import { randomUUID } from 'node:crypto'
import { newDialogue } from '@scenewright/simulator'
import { expect, test } from 'vitest'
import { completeBatch } from '../src/answering/completion-store.ts'
import { openDatabase } from '../src/database/open-database.ts'
import type { NewDelivery } from '../src/webhooks/delivery-queue.ts'
import { newOwnedPlace } from './support/databases.ts'
import { until } from './support/receiver.ts'
import { createBot, delivery, publishScenario } from './support/samples.ts'
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

test('a message that is accepted while its dialogue is deleted is answered without a dialogue', async () => {
  const place = await newOwnedPlace()
  const world = await startWorld(place)
  const bot = await createBot(world.api, { first_line_greeting_enabled: true, first_line_greeting_text: 'Welcome.' })
  await publishScenario(world.api, bot, delivery)
  const { body: dialogue } = await world.api('POST', `/bots/${bot}/dialogues`, { name: 'D', message_limit: 5 })
  await world.api('DELETE', `/bots/${bot}/dialogues/${dialogue.unique_id}`)
  await world.close()

  const { kysely, close } = await openDatabase(place)
  const { account_id } = await kysely.selectFrom('bots').select('account_id').executeTakeFirstOrThrow()
  const [prompt = ''] = delivery.examples
  const asked = { prompt, mode: 'SUPPORT', is_depersonalize: false, status: 'PENDING' } as const
  const ids = { id: randomUUID(), account_id, bot_id: bot, dialogue_id: dialogue.unique_id }
  await kysely
    .insertInto('completions')
    .values({ ...ids, ...asked, created_at: new Date(), updated_at: new Date() })
    .execute()
  await close()

  const next = await startWorld(place)
  const read = async () => (await next.api('GET', `/completion/${ids.id}`)).body
  await until(async () => !['PENDING', 'PROCESSING'].includes((await read()).status))
  expect(await read()).toMatchObject({ status: 'SUCCESS', answer: 'Two days.' })
  await next.close()
})
