import {
  type CompiledQuery,
  type DatabaseConnection,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import { expect, test } from 'vitest'
import { type AnswerQueueOptions, startAnswerQueue } from '../src/answering/answer-queue.ts'
import type { Tables } from '../src/database/tables.ts'
import { createDataLoaders } from '../src/runtime/data-loaders.ts'
import { createPace } from '../src/runtime/pace.ts'
import { type DeliveryQueueOptions, type NewDelivery, startDeliveryQueue } from '../src/webhooks/delivery-queue.ts'
import { createTestTimers, settled } from './support/test-timers.ts'

/** A database without rows, and the statements that it got. */
function watchedDatabase() {
  const statements: CompiledQuery[] = []
  class Driver extends DummyDriver {
    override async acquireConnection(): Promise<DatabaseConnection> {
      return {
        async executeQuery(query) {
          statements.push(query)
          // The later deliveries are read with two subqueries, whose statement always has a row.
          return { rows: query.sql.includes('as "scheduled"') ? [{ due: null, scheduled: null } as never] : [] }
        },
        // biome-ignore lint/correctness/useYield: nothing is streamed
        async *streamQuery() {
          throw new Error('Nothing is streamed.')
        },
      }
    }
  }
  const kysely = new Kysely<Tables>({
    dialect: {
      createDriver: () => new Driver(),
      createAdapter: () => new PostgresAdapter(),
      createIntrospector: db => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
  const releases = (table: string) =>
    statements.filter(({ sql }) => sql.startsWith(`update "${table}" set "owner" = $1, "attempts"`))
  const readBots = () => statements.filter(({ sql }) => sql.startsWith('select * from "bots"'))
  return { kysely, releases, readBots }
}

const now = new Date(0)
const owner = 7

const completionOf = (id: string, dialogue_id: string | null = null) => ({
  ...({ id, account_id: 'account', bot_id: 'bot', dialogue_id, prompt: 'Hello', mode: 'SUPPORT' } as const),
  ...{ is_depersonalize: false, created_at: now, updated_at: now },
})

const deliveryOf = (completion_id: string): NewDelivery => ({
  ...{ completion_id, bot_id: 'bot', account_id: 'account', body: '{}', webhook_url: 'https://example.com/' },
  ...{ webhook_secret: 'whsec_', sequence: 1, attempts: 0, owner: null, readAt: 0, traceparent: null },
})

function startAnswers(canClaim = true) {
  const { kysely, releases } = watchedDatabase()
  const timers = createTestTimers()
  const options: Partial<AnswerQueueOptions> = {
    ...{ kysely, owner, timers, isShared: false, canClaim: () => canClaim, clock: () => now, answerTimeoutMs: 1000 },
    onError(error) {
      throw error
    },
  }
  // The other dependencies of answering are not used: nothing is answered here.
  const queue = startAnswerQueue(options as AnswerQueueOptions)
  return { queue, releases: () => releases('completions'), timers }
}

function startDeliveries(canClaim = true) {
  const { kysely, releases, readBots } = watchedDatabase()
  const timers = createTestTimers()
  const attempts: unknown[] = []
  const loaders = createDataLoaders(kysely, timers, createPace())
  const options: Partial<DeliveryQueueOptions> = {
    ...{ kysely, loaders, owner, timers, canClaim: () => canClaim, clock: () => now },
    onAttempted: kind => attempts.push(kind),
    onError(error) {
      throw error
    },
  }
  // The other dependencies of sending are not used: the database has no bot, and so no address.
  const queue = startDeliveryQueue(options as DeliveryQueueOptions)
  return { queue, releases: () => releases('deliveries'), readBots, attempts, timers }
}

test('a completion of no dialogue is claimed as it is stored, and one of a dialogue afterwards', async () => {
  const { queue } = startAnswers()
  const [alone, inDialogue] = queue.arrivals.claim([completionOf('a'), completionOf('b', 'dialogue')])
  expect(alone).toMatchObject({ id: 'a', owner, status: 'PROCESSING', attempts: 1 })
  expect(inDialogue).toEqual(completionOf('b', 'dialogue'))
  await queue.stop()
})

test('without the lock that shows that it runs, a service claims nothing', async () => {
  const answers = startAnswers(false)
  expect(answers.queue.arrivals.claim([completionOf('a')])).toEqual([completionOf('a')])
  const deliveries = startDeliveries(false)
  expect(deliveries.queue.arrivals.claim([deliveryOf('a')])).toEqual([deliveryOf('a')])
})

test('a completion that may have been stored is released, and another one that is being stored is not', async () => {
  const { queue, releases, timers } = startAnswers()
  await timers.advance(100)
  const lost = queue.arrivals.claim([completionOf('lost')])
  queue.arrivals.claim([completionOf('kept')])
  queue.arrivals.abandon(lost)
  await timers.advance(100)
  expect(releases().map(({ parameters }) => parameters)).toEqual([[null, [], owner, 'PENDING', 'PROCESSING', 'kept']])
})

test('a result that may have been stored is released, and another one that is being stored is not', async () => {
  const { queue, releases, timers } = startDeliveries()
  await timers.advance(100)
  const lost = queue.arrivals.claim([deliveryOf('lost')])
  expect(lost).toEqual([{ ...deliveryOf('lost'), owner, attempts: 1 }])
  queue.arrivals.claim([deliveryOf('kept')])
  queue.arrivals.abandon(lost)
  await timers.advance(100)
  expect(releases().map(({ parameters }) => parameters)).toEqual([[null, owner, 'kept']])
})

test('a bot with many waiting completions or results leaves room for others', () => {
  const many = Array.from({ length: 500 }, (_, index) => `${index}`)
  const claimed = startAnswers().queue.arrivals.claim(many.map(id => completionOf(id)))
  expect(claimed.filter(each => 'owner' in each)).toHaveLength(200)
  const sent = startDeliveries().queue.arrivals.claim(many.map(deliveryOf))
  expect(sent.filter(each => each.owner === owner)).toHaveLength(64)
})

test('one read of a bot serves all of its results for 100 ms', async () => {
  const { queue, readBots, attempts, timers } = startDeliveries()
  const send = async (ids: readonly string[], laterMs: number) => {
    await timers.advance(laterMs)
    const expected = attempts.length + ids.length
    queue.arrivals.begin(queue.arrivals.claim(ids.map(deliveryOf)))
    while (attempts.length < expected) await settled()
    return readBots().length
  }
  expect(await send(['a', 'b', 'c', 'd', 'e', 'f'], 1000)).toBe(1)
  expect(await send(['g'], 99)).toBe(1)
  expect(await send(['h'], 1)).toBe(2)
})
