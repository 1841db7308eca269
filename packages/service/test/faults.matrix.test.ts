import { chmodSync, cpSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { byTier } from '../../../test/tier.ts'
import { type DatabaseLocation, openDatabase } from '../src/database/open-database.ts'
import { audit, readEnded } from './faults/audit.ts'
import { addRow } from './faults/fault-row.ts'
import { createLoadedBot, startLoad, startRecordingReceiver } from './faults/load.ts'
import { ownedLocationOf } from './process/place.ts'
import { type Accounts, addAccounts } from './support/accounts.ts'
import { answered } from './support/answered.ts'
import { type Api, ask } from './support/api.ts'
import { newWorldFolder } from './support/data-folder.ts'
import { describeOnDatabases } from './support/describe-on-databases.ts'
import { startModelServer } from './support/model-server.ts'
import { type Cluster, onPostgres, startCluster, withoutPostgres } from './support/postgres-cluster.ts'
import { until } from './support/receiver.ts'
import { createBot } from './support/samples.ts'
import { newSmallDisk, onSmallDisk, withoutDisks } from './support/small-disk.ts'
import { createHeldTime } from './support/test-timers.ts'
import { deliveryTimeoutMs, startWorld, type World } from './support/world.ts'

const minuteMs = 60_000
/** How often a service looks for work without being notified. */
const idleMs = 5000
const dayMs = 24 * 60 * minuteMs

/** Sends each request to the next service. */
function inTurn(worlds: readonly World[]): Api {
  let turn = 0
  const next = () => {
    turn += 1
    const world = worlds[turn % worlds.length]
    if (world === undefined) throw new Error('There is no service.')
    return world.api
  }
  return Object.assign((...request: Parameters<Api>) => next()(...request), {
    raw: (...request: Parameters<Api['raw']>) => next().raw(...request),
  })
}

describe.skipIf(withoutPostgres)(onPostgres, () => {
  let cluster: Cluster
  let location: string
  let place: DatabaseLocation & { readonly accounts: Accounts }

  // Each test makes a bot of its own.
  beforeAll(async () => {
    cluster = await startCluster()
    location = await cluster.newDatabase()
    place = { databaseUrl: location, accounts: await addAccounts({ databaseUrl: location }) }
  })

  afterAll(() => cluster?.stop())

  const rounds = byTier({ once: 1, full: 10 })

  test.for<readonly [what: string, fault: 'serverStopped' | 'connectionsCut', times: number]>([
    ['whose server is stopped and started', 'serverStopped', rounds],
    ['whose connections are cut', 'connectionsCut', 2 * rounds],
  ])('two services under load lose nothing on a database %s', async ([, fault, times], { task }) => {
    const worlds = [await startWorld(place), await startWorld(place)]
    const api = inTurn(worlds)
    const receiver = await startRecordingReceiver()
    const loaded = await createLoadedBot(api, receiver)
    const load = startLoad(api, loaded)
    for (let round = 0; round < times; round += 1) {
      const { size } = load.accepted
      await until(() => load.accepted.size > size + 10)
      const refused = load.refused()
      if (fault === 'serverStopped') {
        cluster.shutDown()
        await until(() => load.refused() > refused)
        cluster.startAgain()
      } else await cutConnections(location)
    }
    await load.stop()
    expect(load.cut()).toBe(0)
    const records = await readEnded(api, loaded.bot)
    for (const { close } of worlds) await close()
    await receiver.close()
    addRow(task, { fault, location, times }, await audit(records, { load, receiver, ...loaded }, location))
  })
})

describe.skipIf(withoutPostgres || withoutDisks !== undefined)(`${onPostgres}, ${onSmallDisk}`, () => {
  test('a service under load loses nothing while the disk of its server is full', async ({ task }) => {
    const times = byTier({ once: 1, full: 10 })
    const disk = newSmallDisk(192)
    // The user that runs the server has to reach its own folder in it.
    chmodSync(disk.folder, 0o711)
    const cluster = await startCluster(disk.folder)
    const location = await cluster.newDatabase()
    const { api, close } = await startWorld({
      databaseUrl: location,
      accounts: await addAccounts({ databaseUrl: location }),
    })
    const receiver = await startRecordingReceiver()
    const loaded = await createLoadedBot(api, receiver)
    const load = startLoad(api, loaded)
    for (let round = 0; round < times; round += 1) {
      const { size } = load.accepted
      await until(() => load.accepted.size > size + 10)
      const refused = load.refused()
      disk.fill()
      await until(() => load.refused() > refused)
      disk.free()
      const before = load.accepted.size
      let checkedAt = load.refused()
      await until(() => {
        // A server that cannot write its log ends, and cannot recover before there is space.
        if (load.refused() > checkedAt) cluster.startIfEnded()
        checkedAt = load.refused()
        return load.accepted.size > before
      })
    }
    await load.stop()
    expect(load.cut()).toBe(0)
    const records = await readEnded(api, loaded.bot)
    await close()
    await receiver.close()
    addRow(task, { fault: 'diskFull', location, times }, await audit(records, { load, receiver, ...loaded }, location))
    cluster.stop()
    disk.remove()
  })
})

/** Ends all other sessions of a database. */
async function cutConnections(databaseUrl: string): Promise<void> {
  const { kysely, close } = await openDatabase({ databaseUrl }, { asItIs: true })
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()
  `.execute(kysely)
  await close()
}

describe.skipIf(withoutDisks !== undefined)(onSmallDisk, () => {
  test('a service under load loses nothing while its disk is full', async ({ task }) => {
    const times = byTier({ once: 1, full: 10 })
    const watchdogMs = 90_000
    const disk = newSmallDisk(96)
    const { dataFolder, accounts, remove } = await newWorldFolder()
    cpSync(dataFolder, disk.folder, { recursive: true })
    remove()
    let hasFailed = false
    const start = async () => {
      const started = await startWorld({ dataFolder: disk.folder, accounts }, { databaseLimits: { watchdogMs } })
      hasFailed = false
      void started.service.failed.then(() => {
        hasFailed = true
      })
      return started
    }
    let world = await start()
    const api: Api = Object.assign((...request: Parameters<Api>) => world.api(...request), {
      raw: (...request: Parameters<Api['raw']>) => world.api.raw(...request),
    })
    /** A database whose thread hangs is ended by its watchdog. */
    const endHanging = async () => {
      if ((await ask(`${world.service.url}/readyz`)).status === 503) world.time.end(watchdogMs)
    }
    const restartFailed = async () => {
      await endHanging()
      if (!hasFailed) return
      await world.close()
      world = await start()
    }
    const receiver = await startRecordingReceiver()
    const loaded = await createLoadedBot(api, receiver)
    const load = startLoad(api, loaded)
    for (let round = 0; round < times; round += 1) {
      const { size } = load.accepted
      await until(() => load.accepted.size > size + 10)
      const refused = load.refused()
      disk.fill()
      await until(async () => {
        await endHanging()
        return load.refused() > refused || hasFailed
      })
      disk.free()
      const before = load.accepted.size
      await until(async () => {
        await restartFailed()
        return load.accepted.size > before
      })
    }
    await load.stop()
    const records = await readEnded(api, loaded.bot)
    await world.close()
    await receiver.close()
    const outcome = await audit(records, { load, receiver, ...loaded }, disk.folder)
    addRow(task, { fault: 'diskFull', location: disk.folder, times }, outcome)
    disk.remove()
  })
})

describeOnDatabases('on %s', databases => {
  test('services under load whose clocks jump by a day lose and repeat nothing', async ({ task }) => {
    const place = await databases.newOwnedPlace()
    const { location } = ownedLocationOf(place)
    const isShared = 'databaseUrl' in place
    const worlds = [await startWorld(place), ...(isShared ? [await startWorld(place)] : [])]
    const api = inTurn(worlds)
    const receiver = await startRecordingReceiver()
    const { bot, ...rest } = await createLoadedBot(api, receiver)
    const load = startLoad(api, { bot, ...rest })
    const times = byTier({ once: 4, full: 20 })
    // The first service jumps forward, the second one follows; then the first one jumps back.
    for (let count = 0; count < times; count += 1) {
      const { size } = load.accepted
      await until(() => load.accepted.size > size + 20)
      const isForward = count % (2 * worlds.length) < worlds.length
      worlds[count % worlds.length]?.time.moveOn(isForward ? dayMs : -dayMs)
    }
    await load.stop()
    const records = await readEnded(api, bot)
    for (const { close } of worlds) await close()
    await receiver.close()
    const outcome = await audit(records, { load, receiver, bot }, location)
    addRow(task, { fault: 'clockJumped', location, times }, outcome)
  })

  test('while a receiver hangs for an hour, other results arrive, and then all of its own, once', async ({ task }) => {
    const place = await databases.newOwnedPlace()
    const time = createHeldTime(idleMs)
    const { clock, timers } = time
    // With the usual schedule of attempts. Not the limit of a completion, because all waits of this length are ended.
    const timeoutMs = byTier({ once: 6 * minuteMs, full: deliveryTimeoutMs })
    const options = { clock, timers, delivery: { timeoutMs } }
    const { api, service, close } = await startWorld(place, options)
    let restart = (_: null) => {}
    let isHanging = true
    const restarted = new Promise<null>(resolve => {
      restart = resolve
    })
    const receiver = await startRecordingReceiver(() => (isHanging ? restarted : { status: 200 }))
    const healthy = await startRecordingReceiver(() => ({ status: 200 }))
    const bot = await createBot(api, { webhook_url: receiver.url })
    const other = await createBot(api, { webhook_url: healthy.url })
    const accepted = await acceptMany(api, bot, byTier({ once: 6, full: 200 }))
    const deliveredBeside = new Set<string>()
    for (let passedMs = 0; passedMs < 60 * minuteMs; passedMs += timeoutMs) {
      await until(() => receiver.receipts.length > 0)
      time.moveOn(timeoutMs)
      time.end(timeoutMs)
      time.end(idleMs)
      const { unique_id } = await answered(api, other, { prompt: 'Hello' })
      deliveredBeside.add(unique_id)
      await until(() => healthy.receipts.some(({ id, isAccepted }) => id === unique_id && isAccepted))
      await until(async () => (await ask(`${service.url}/readyz`)).status === 200)
    }
    expect(receiver.receipts.length).toBeGreaterThan(accepted.size)
    isHanging = false
    restart(null)
    await until(() => {
      time.moveOn(minuteMs)
      time.end(idleMs)
      return new Set(receiver.receipts.flatMap(({ id, isAccepted }) => (isAccepted ? id : []))).size === accepted.size
    })
    const [records, others] = [await readEnded(api, bot), await readEnded(api, other)]
    await close()
    await receiver.close()
    await healthy.close()
    const { location } = ownedLocationOf(place)
    const outcome = await audit(records, { load: { accepted }, receiver, bot }, location)
    addRow(task, { fault: 'receiverHung', location, times: 1 }, outcome)
    const load = { accepted: deliveredBeside }
    expect(await audit(others, { load, receiver: healthy, bot: other }, location)).toMatchObject({ again: 0 })
  })

  test('while a model hangs, other bots answer, and its own completions end with one ERROR each', async ({ task }) => {
    const place = await databases.newOwnedPlace()
    let isHanging = true
    const model = await startModelServer(() => (isHanging ? new Promise(() => {}) : { say: 'Two years.' }))
    const timeoutMs = 80_000
    const provider = { url: model.url, version: 'small', allowPrivate: true, timeoutMs }
    const { api, service, time, close } = await startWorld(place, { providers: { llm_provider_a: provider } })
    const receiver = await startRecordingReceiver()
    const bot = await createBot(api, { webhook_url: receiver.url })
    const other = await createBot(api, { gpt_model: 'llm_provider_b' })
    const times = byTier({ once: 1, full: 5 })
    const failed = new Set<string>()
    const accepted = new Set<string>()
    for (let count = 0; count < times; count += 1) {
      isHanging = true
      const calls = model.calls.length
      // More than one bot may wait for at the same time.
      for (const id of await acceptMany(api, bot, byTier({ once: 20, full: 250 }))) failed.add(id)
      await until(() => model.calls.length > calls)
      expect(await answered(api, other, { prompt: 'Hello' })).toMatchObject({ status: 'SUCCESS' })
      await until(async () => (await ask(`${service.url}/readyz`)).status === 200)
      await time.endDuring(timeoutMs, readEnded(api, bot), 20)
      isHanging = false
      accepted.add((await answered(api, bot, { prompt: 'Hello' })).unique_id)
    }
    const records = await readEnded(api, bot)
    await close()
    await receiver.close()
    await model.close()
    const { location } = ownedLocationOf(place)
    const load = { accepted: new Set([...failed, ...accepted]) }
    const statusOf = (id: string) => (failed.has(id) ? 'ERROR' : 'SUCCESS')
    const outcome = await audit(records, { load, receiver, bot, statusOf }, location)
    addRow(task, { fault: 'modelHung', location, times }, outcome)
  })
})

/** Requests completions at the same time; their ids. */
async function acceptMany(api: Api, bot: string, count: number): Promise<ReadonlySet<string>> {
  const replies = await Promise.all(
    Array.from({ length: count }, () => api('POST', `/bots/${bot}/completion`, { prompt: 'Hello' })),
  )
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]))
  return new Set(replies.map(({ body }) => body.unique_id))
}
