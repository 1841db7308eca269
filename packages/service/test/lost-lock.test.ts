import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from '../src/database/open-database.ts'
import { ask } from './support/api.ts'
import { startProxy } from './support/database-proxy.ts'
import { type ModelTurn, startModelServer } from './support/model-server.ts'
import { type Cluster, onPostgres, sharedCluster, withoutPostgres } from './support/postgres-cluster.ts'
import { until } from './support/receiver.ts'
import { createBot } from './support/samples.ts'
import { createHeldTime } from './support/test-timers.ts'
import { startWorld } from './support/world.ts'

/** The interval of probes: until the test says that it is over. */
const probeMs = 95_000
/** How often a service searches for the work of others that died, and how long it waits for a probe. */
const sweepMs = 5000
const waitingAtModel = 10

describe.skipIf(withoutPostgres)(onPostgres, () => {
  let cluster: Cluster

  beforeAll(async () => {
    cluster = await sharedCluster()
  })

  test.each(['has closed', 'still keeps'])(
    'a lock whose session is cut off, and which the server %s, costs no attempt and is taken again',
    async state => {
      const databaseUrl = await cluster.newDatabase()
      const proxy = await startProxy(databaseUrl)
      let answer = (_: ModelTurn): void => {}
      const answered = new Promise<ModelTurn>(resolve => {
        answer = resolve
      })
      const model = await startModelServer(() => answered)
      const provider = { url: model.url, version: 'small', allowPrivate: true, apiKey: 'sk-secret' }
      const { clock, timers, pending, end, release } = createHeldTime(3000)
      const { api, service, close } = await startWorld(
        { databaseUrl: proxy.databaseUrl },
        { clock, timers, databaseLimits: { probeMs }, providers: { llm_provider_a: provider } },
      )
      const server = await openDatabase({ databaseUrl })
      const bot = await createBot(api)
      const offline = await createBot(api, { gpt_model: 'llm_provider_b' })
      const complete = async (of: string) =>
        (await api('POST', `/bots/${of}/completion`, { prompt: 'Hello' })).body.unique_id
      const record = async (id: string) => (await api('GET', `/completion-log/journal?unique_id=${id}`)).body.data[0]
      const untilAnswered = (id: string) => until(async () => (await record(id)).status === 'SUCCESS')
      const ids = await Promise.all(Array.from({ length: waitingAtModel }, () => complete(bot)))
      await until(() => model.calls.length === waitingAtModel)

      proxy.blackHole('pg_advisory_lock(')
      if (state === 'has closed') await endHolder(server)

      // The service has not noticed it, and releases the work of a dead service, but not its own.
      const orphan = await complete(offline)
      await untilAnswered(orphan)
      await server.kysely
        .updateTable('completions')
        .set({ status: 'PENDING', owner: 1 })
        .where('id', '=', orphan)
        .execute()
      await until(async () => {
        end(sweepMs)
        return (await record(orphan)).status === 'SUCCESS'
      })
      expect(model.calls).toHaveLength(waitingAtModel)

      // Once it has noticed it, it claims nothing.
      await release(probeMs)
      await until(() => {
        end(sweepMs)
        return pending().includes(probeMs)
      })
      await until(async () => {
        const { status, body } = await ask(`${service.url}/readyz`)
        return status === 503 && body.status === 'lock in the database is lost'
      })
      // A claim that began before may still be under way.
      await until(async () => (await countActive(server)) === 0)
      const waiting = await complete(offline)
      for (let sweep = 0; sweep < 5; sweep += 1) {
        end(sweepMs)
        expect((await record(waiting)).status).toBe('PENDING')
      }

      await release(probeMs)
      await until(async () => (await ask(`${service.url}/readyz`)).status === 200)
      expect(await countHolders(server)).toBe(1)
      await until(async () => {
        end(sweepMs)
        return (await record(waiting)).status === 'SUCCESS'
      })

      const metrics = await (await fetch(`${service.url}/metrics`)).text()
      expect(metrics).toMatch(/^scenewright_lock_lost_total 1$/m)

      answer({ say: 'Two years.' })
      for (const id of ids) await untilAnswered(id)
      expect(model.calls).toHaveLength(waitingAtModel)
      await close()
      await server.close()
      await proxy.close()
      await model.close()
    },
  )
})

/** How many statements of others the database executes. */
async function countActive({ kysely }: Database): Promise<number> {
  const active = sql<{ readonly count: number }>`
    select count(*)::integer as count from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`
  return (await active.execute(kysely)).rows[0]?.count ?? 0
}

/** The sessions that hold the lock of a service. */
const holders = sql`pg_locks where locktype = 'advisory' and classid::bigint = 1396920151 and granted
  and database = (select oid from pg_database where datname = current_database())`

async function endHolder({ kysely }: Database): Promise<void> {
  await sql`select pg_terminate_backend(pid) from ${holders}`.execute(kysely)
  await until(async () => (await countHolders({ kysely })) === 0)
}

async function countHolders({ kysely }: Pick<Database, 'kysely'>): Promise<number> {
  const { rows } = await sql`select pid from ${holders}`.execute(kysely)
  return rows.length
}
