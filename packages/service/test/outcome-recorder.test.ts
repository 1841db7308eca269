import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import type { Tables } from '../src/database/tables.ts'
import { createPace } from '../src/runtime/pace.ts'
import { createOutcomeRecorder, type DeliveryOutcome } from '../src/webhooks/delivery-store.ts'
import { answered } from './support/answered.ts'
import { newOwnedPlace } from './support/databases.ts'
import { startReceiver, until } from './support/receiver.ts'
import { createBot } from './support/samples.ts'
import { createTestTimers, settled } from './support/test-timers.ts'
import { startWorld } from './support/world.ts'

/** A database that cannot be reached as long as `isGone` says so. */
function databaseThat(isGone: () => boolean): Kysely<Tables> {
  class Driver extends DummyDriver {
    override acquireConnection() {
      return isGone() ? Promise.reject(new Error('The database is gone.')) : super.acquireConnection()
    }
  }
  return new Kysely({
    dialect: {
      createDriver: () => new Driver(),
      createAdapter: () => new PostgresAdapter(),
      createIntrospector: kysely => new PostgresIntrospector(kysely),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
}

const outcome: DeliveryOutcome = {
  kind: 'delivered',
  delivery: {
    completion_id: 'a',
    bot_id: 'b',
    account_id: 'c',
    body: '{}',
    webhook_url: null,
    webhook_secret: 'whsec_',
    traceparent: null,
    sequence: 1,
    attempts: 1,
  },
}

test('a result is recorded as soon as the database is available again', async () => {
  const recorded: unknown[] = []
  const errors: unknown[] = []
  const kysely = databaseThat(() => errors.length === 0)
  const onError = (error: unknown) => errors.push(error)
  const timers = createTestTimers()
  const pace = createPace()
  const onRecorded = (each: DeliveryOutcome) => recorded.push(each)
  const recorder = createOutcomeRecorder({ kysely, owner: 1, timers, pace, onRecorded, onError })
  recorder.record(outcome)
  await until(() => errors.length > 0)
  await timers.advance(1000)
  await recorder.idle()
  expect([errors.length, recorded]).toEqual([1, [outcome]])
})

test('results that cannot be recorded are given up when the service stops', async () => {
  const errors: unknown[] = []
  const kysely = databaseThat(() => true)
  const onError = (error: unknown) => errors.push(error)
  const timers = createTestTimers()
  const pace = createPace()
  const recorder = createOutcomeRecorder({ kysely, owner: 1, timers, pace, onRecorded: () => {}, onError })
  recorder.record(outcome)
  await until(() => errors.length > 0)
  recorder.giveUp()
  await recorder.idle()
  expect([errors.length, timers.pending()]).toEqual([2, []])
})

/** The warnings of this process from now on, until the test ends. */
function collectWarnings(): readonly string[] {
  const warnings: string[] = []
  const add = ({ name }: Error) => void warnings.push(name)
  process.on('warning', add)
  onTestFinished(() => void process.off('warning', add))
  return warnings
}

test('any number of results can wait for the database', async () => {
  const warnings = collectWarnings()
  const errors: unknown[] = []
  const onError = (error: unknown) => errors.push(error)
  const timers = createTestTimers()
  const pace = createPace()
  const kysely = databaseThat(() => true)
  const recorder = createOutcomeRecorder({ kysely, owner: 1, timers, pace, onRecorded: () => {}, onError })
  for (let count = 0; count < 20; count += 1) recorder.record(outcome)
  await until(() => errors.length === 20)
  await settled()
  recorder.giveUp()
  await recorder.idle()
  expect(warnings).toEqual([])
})

test('any number of receivers can hang', async () => {
  const warnings = collectWarnings()
  const { api, close } = await startWorld(await newOwnedPlace())
  const receivers = await Promise.all([1, 2, 3, 4].map(() => startReceiver(() => new Promise(() => {}))))
  for (const { url } of receivers) {
    const bot = await createBot(api, { webhook_url: url })
    await Promise.all([1, 2, 3, 4].map(() => answered(api, bot, { prompt: 'Hello' })))
  }
  for (const receiver of receivers) await receiver.waitFor(4)
  for (const receiver of receivers) await receiver.close()
  await close()
  expect(warnings).toEqual([])
})
