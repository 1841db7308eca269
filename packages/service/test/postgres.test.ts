import { rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../src/database/open-database.ts'
import { serviceContract } from './contract/all.ts'
import { askWithKey, countAsked } from './contract/idempotency.ts'
import { surviveKills, wholeOr } from './process/crash-contract.ts'
import { resumeAfterKills } from './process/resume-contract.ts'
import { bundleService } from './process/spawn-service.ts'
import { createApi } from './support/api.ts'
import { type DataFolder, newFolder } from './support/data-folder.ts'
import { type Cluster, postgresPrograms, startCluster } from './support/postgres-cluster.ts'
import { until } from './support/receiver.ts'
import { createBot } from './support/samples.ts'
import { startWorld, type World } from './support/world.ts'

const programs = postgresPrograms()
// Where the tests are the last word, as in .ci/run, a PostgreSQL has to be there.
const isNeeded = process.env.SCENEWRIGHT_TEST_POSTGRES === 'required'

describe.skipIf(programs === undefined && !isNeeded)(
  'on PostgreSQL (skipped where /usr/lib/postgresql has none)',
  () => {
    let cluster: Cluster
    let world: World
    let keys: DataFolder

    beforeAll(async () => {
      cluster = await startCluster(programs ?? 'no PostgreSQL in /usr/lib/postgresql')
      keys = newFolder()
      const keyFile = join(keys.dataFolder, 'header.key')
      world = await startWorld({ databaseUrl: cluster.newDatabase() }, { keyFile })
    })

    afterAll(async () => {
      await world?.close()
      cluster?.stop()
      keys?.remove()
    })

    serviceContract(() => world)

    test('two services share one database, and a message is answered by one of them', async () => {
      const databaseUrl = cluster.newDatabase()
      const first = await startWorld({ databaseUrl })
      const second = await startWorld({ databaseUrl })
      const bot = await createBot(second.api)
      const prompts = Array.from({ length: 40 }, (_, index) => ({ prompt: `Message ${index}` }))
      const { body } = await second.api('POST', `/bots/${bot}/dialogues`, { name: 'D', message_limit: 1 })
      await Promise.all(
        prompts.map(prompt =>
          second.api('POST', `/bots/${bot}/completion`, { ...prompt, dialogue_id: body.unique_id }),
        ),
      )
      const journal = () => second.api('GET', `/completion-log/journal?bot_unique_id=${bot}&take=100&status=SUCCESS`)
      await until(async () => (await journal()).body.meta.total === 40)
      const usages = (await journal()).body.data.map(
        (record: { completion_token_usages: unknown[] }) => record.completion_token_usages.length,
      )
      expect(usages).toEqual(Array(40).fill(1))
      await first.close()
      await second.close()
    })

    test('requests with one key that reach two services at once are one', async () => {
      const databaseUrl = cluster.newDatabase()
      const first = await startWorld({ databaseUrl })
      const second = await startWorld({ databaseUrl })
      const bot = await createBot(second.api)
      const services = [createApi(first.service.url, second.account), second.api]
      const keys = Array.from({ length: 40 }, (_, index) => `key ${index % 5}`)
      const replies = await Promise.all(keys.flatMap(key => services.map(api => askWithKey(api, bot, key))))
      expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]))
      expect(new Set(replies.map(({ body }) => body.unique_id)).size).toBe(5)
      expect(await countAsked(second.api, bot)).toBe(5)
      await first.close()
      await second.close()
    })

    test('a service without a key file keeps functions, and no values of headers', async () => {
      const { api, close } = await startWorld({ databaseUrl: cluster.newDatabase() })
      const fields = {
        bot_unique_id: await createBot(api),
        name: 'find_order',
        description: '',
        request_method: 'GET',
        request_url: 'https://shop.example.com/',
        input_schema_json: {},
      }
      const withHeader = (value: string) => ({ ...fields, headers: [{ header_name: 'X-Key', value }] })
      expect((await api('POST', '/bot-tools', withHeader(''))).status).toBe(201)
      const refused = await api('POST', '/bot-tools', withHeader('secret'))
      expect(refused).toMatchObject({ status: 400, body: { message: expect.stringContaining('key file') } })
      await close()
    })

    test('a service whose connections are cut goes on, and answers what it had accepted', async () => {
      const databaseUrl = cluster.newDatabase()
      const { api, close } = await startWorld({ databaseUrl })
      const bot = await createBot(api)
      const ask = () => api('POST', `/bots/${bot}/completion`, { prompt: 'Hello' })
      await Promise.all(Array.from({ length: 20 }, ask))
      await cutConnections(databaseUrl)
      await until(async () => (await ask()).status === 201)
      const journal = async (query: string) =>
        (await api('GET', `/completion-log/journal?bot_unique_id=${bot}&${query}`)).body.meta.total
      await until(async () => (await journal('')) === (await journal('status=SUCCESS')))
      await close()
    })

    test('killed at any moment, one service keeps its word, and so do four on one database', async () => {
      const bundle = await bundleService()
      await surviveKills(bundle, cluster.newDatabase(), { kills: wholeOr(50, 3), processes: 1 })
      await surviveKills(bundle, cluster.newDatabase(), { kills: wholeOr(20, 4), processes: 4 })
      await resumeAfterKills(bundle, cluster.newDatabase(), [40, 150])
      rmSync(dirname(bundle), { recursive: true, force: true })
    }, 600_000)
  },
)

async function cutConnections(databaseUrl: string): Promise<void> {
  const { kysely, close } = await openDatabase({ databaseUrl })
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()
  `.execute(kysely)
  await close().catch(() => {})
}
