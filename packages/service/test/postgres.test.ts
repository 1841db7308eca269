import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../src/database/open-database.ts'
import { askWithKey, countAsked } from './contract/idempotency.ts'
import { createApi } from './support/api.ts'
import { type Cluster, onPostgres, sharedCluster, withoutPostgres } from './support/postgres-cluster.ts'
import { until } from './support/receiver.ts'
import { createBot } from './support/samples.ts'
import { startWorld } from './support/world.ts'

describe.skipIf(withoutPostgres)(onPostgres, () => {
  let cluster: Cluster

  beforeAll(async () => {
    cluster = await sharedCluster()
  })

  test('two services share one database, and a message is answered by one of them', async () => {
    const databaseUrl = await cluster.newDatabase()
    const first = await startWorld({ databaseUrl })
    const second = await startWorld({ databaseUrl })
    const bot = await createBot(second.api)
    const prompts = Array.from({ length: 40 }, (_, index) => ({ prompt: `Message ${index}` }))
    const { body } = await second.api('POST', `/bots/${bot}/dialogues`, { name: 'D', message_limit: 1 })
    await Promise.all(
      prompts.map(prompt => second.api('POST', `/bots/${bot}/completion`, { ...prompt, dialogue_id: body.unique_id })),
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

  test('concurrent requests with one key to two services are one', async () => {
    const databaseUrl = await cluster.newDatabase()
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

  test('a service without a key file stores functions, and no header values', async () => {
    const { api, close } = await startWorld({ databaseUrl: await cluster.newDatabase() })
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

  test('a service whose connections are closed continues, and answers all accepted requests', async () => {
    const databaseUrl = await cluster.newDatabase()
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
})

async function cutConnections(databaseUrl: string): Promise<void> {
  const { kysely, close } = await openDatabase({ databaseUrl })
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()
  `.execute(kysely)
  await close().catch(() => {})
}
