import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import { expect, test } from 'vitest'
import type { Tables } from '../src/database/tables.ts'
import { createOutcomeRecorder, type DeliveryOutcome } from '../src/webhooks/delivery-store.ts'
import { until } from './support/receiver.ts'
import { createTestTimers } from './support/test-timers.ts'

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
  const onRecorded = (each: DeliveryOutcome) => recorded.push(each)
  const recorder = createOutcomeRecorder({ kysely, owner: 1, timers, onRecorded, onError })
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
  const recorder = createOutcomeRecorder({ kysely, owner: 1, timers, onRecorded: () => {}, onError })
  recorder.record(outcome)
  await until(() => errors.length > 0)
  recorder.giveUp()
  await recorder.idle()
  expect([errors.length, timers.pending()]).toEqual([2, []])
})
