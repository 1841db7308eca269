import { cpSync } from 'node:fs'
import { PassThrough } from 'node:stream'
import { type Kysely, sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase } from '../src/database/open-database.ts'
import type { Tables } from '../src/database/tables.ts'
import type { Api } from './support/api.ts'
import { newWorldFolder } from './support/data-folder.ts'
import { type ModelServer, type ModelTurn, startModelServer } from './support/model-server.ts'
import { type Cluster, onPostgres, sharedCluster, withoutPostgres } from './support/postgres-cluster.ts'
import { until } from './support/receiver.ts'
import { createBot } from './support/samples.ts'
import { newSmallDisk, onSmallDisk, withoutDisks } from './support/small-disk.ts'
import { createHeldTime, type HeldTime } from './support/test-timers.ts'
import { startWorld } from './support/world.ts'

/** The first and the longest delay after a failure: until a test says that they are over. */
const afterFailureMs = 1000
const longestMs = 5000
/** More failures than a completion may have attempts. */
const manyFailures = 21

let model: ModelServer
/** Lets the model answer what it was asked. */
let answer: () => void

beforeEach(async () => {
  const answered = new Promise<ModelTurn>(resolve => {
    answer = () => resolve({ say: 'Two years.' })
  })
  model = await startModelServer(() => answered)
})

afterEach(() => model.close())

/** The options of a service that asks the model, its time, its log, and how often it failed to use its database. */
function optionsOf() {
  let text = ''
  const log = new PassThrough({ encoding: 'utf8' }).on('data', chunk => {
    text += chunk
  })
  const time = createHeldTime(afterFailureMs)
  const { clock, timers } = time
  const providers = { llm_provider_a: { url: model.url, version: 'small', allowPrivate: true } }
  const failures = () => text.split('The database is not available.').length - 1
  return { time, logged: () => text, failures, options: { clock, timers, log, providers } }
}

/** Ends all delays after failures. */
function moveOn({ end }: HeldTime): void {
  for (const ms of [afterFailureMs, 2 * afterFailureMs, 4 * afterFailureMs, longestMs]) end(ms)
}

/** Requests a completion that waits for the model. */
async function askModel(api: Api): Promise<string> {
  const bot = await createBot(api)
  const { body } = await api('POST', `/bots/${bot}/completion`, { prompt: 'How long is the warranty?' })
  await until(() => model.calls.length > 0)
  return body.unique_id
}

const recordOf = async (api: Api, id: string) =>
  (await api('GET', `/completion-log/journal?unique_id=${id}`)).body.data[0]

describe.skipIf(withoutDisks !== undefined)(onSmallDisk, () => {
  test('an answer that was found while the disk is full is recorded once there is space', async () => {
    const disk = newSmallDisk(96)
    const { dataFolder, accounts, remove } = await newWorldFolder()
    cpSync(dataFolder, disk.folder, { recursive: true })
    remove()
    const { time, failures, options } = optionsOf()
    const { api, close } = await startWorld({ dataFolder: disk.folder, accounts }, options)
    const id = await askModel(api)
    disk.fill()
    answer()
    await until(() => {
      moveOn(time)
      return failures() > manyFailures
    })
    expect(await recordOf(api, id)).toMatchObject({ status: 'PROCESSING' })
    disk.free()
    await until(async () => {
      moveOn(time)
      return (await recordOf(api, id)).status !== 'PROCESSING'
    })
    expect(await recordOf(api, id)).toMatchObject({ status: 'SUCCESS', answer: 'Two years.' })
    expect(model.calls).toHaveLength(1)
    await close()
    disk.remove()
  })
})

describe.skipIf(withoutPostgres)(onPostgres, () => {
  let cluster: Cluster

  beforeAll(async () => {
    cluster = await sharedCluster()
  })

  /** Cancels every statement that waits for a lock, as the server does when a statement takes too long. */
  const cancelWaiting = (kysely: Kysely<Tables>) =>
    sql`
      select pg_cancel_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'
    `.execute(kysely)

  /** A service that has found an answer, and cannot record it until `free`. */
  async function withKeptAnswer() {
    const databaseUrl = await cluster.newDatabase()
    const { options, ...observed } = optionsOf()
    const world = await startWorld({ databaseUrl }, options)
    const { kysely, close: closeOther } = await openDatabase({ databaseUrl })
    const id = await askModel(world.api)
    const other = await kysely.startTransaction().execute()
    await sql`lock table token_usages`.execute(other)
    answer()
    /** Waits until a further attempt to record the answer has failed. */
    const failAgain = async () => {
      const before = observed.failures()
      await until(async () => {
        moveOn(observed.time)
        await cancelWaiting(kysely)
        return observed.failures() > before
      })
    }
    await failAgain()
    const free = async () => {
      await other.commit().execute()
      await closeOther()
    }
    return { ...world, ...observed, id, kysely, other, failAgain, free }
  }

  test('an answer that cannot be recorded is kept, and the model is not asked again', async () => {
    const { api, id, time, failures, failAgain, free, close } = await withKeptAnswer()
    while (failures() <= 3) await failAgain()
    await free()
    await until(async () => {
      moveOn(time)
      return (await recordOf(api, id)).status === 'SUCCESS'
    })
    expect(model.calls).toHaveLength(1)
    await close()
  })

  test('a kept answer is dropped if another service has taken over its completion', async () => {
    const { api, id, time, logged, other, free, close } = await withKeptAnswer()
    const result = { owner: null, status: 'SUCCESS', answer: 'One year.' } as const
    await other.updateTable('completions').set(result).execute()
    await free()
    await until(() => {
      moveOn(time)
      return logged().includes('another service has taken it over')
    })
    expect(await recordOf(api, id)).toMatchObject({ status: 'SUCCESS', answer: 'One year.' })
    expect(model.calls).toHaveLength(1)
    await close()
  })

  test('a service that stops waits for no kept answer, and the attempt does not count', async () => {
    const { id, kysely, other, free, close } = await withKeptAnswer()
    let isClosed = false
    const closed = close().finally(() => {
      isClosed = true
    })
    await until(async () => {
      await cancelWaiting(kysely)
      return isClosed
    })
    await closed
    const rows = await other.selectFrom('completions').select(['id', 'owner', 'attempts']).execute()
    expect(rows).toEqual([{ id, owner: null, attempts: 0 }])
    await free()
  })

  test('an attempt that fails for another reason counts: after the last one, the result is ERROR', async () => {
    const databaseUrl = await cluster.newDatabase()
    const { time, options } = optionsOf()
    const { api, close } = await startWorld({ databaseUrl }, options)
    const { kysely, close: closeOther } = await openDatabase({ databaseUrl })
    await sql`
      create function reject() returns trigger language plpgsql as 'begin raise exception ''no''; end'
    `.execute(kysely)
    await sql`
      create trigger reject before update on completions for each row when (new.status = 'SUCCESS')
      execute function reject()
    `.execute(kysely)
    await closeOther()
    answer()
    const id = await askModel(api)
    await until(async () => {
      moveOn(time)
      return (await recordOf(api, id)).status === 'ERROR'
    })
    expect(model.calls).toHaveLength(20)
    await close()
  })
})
