import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../src/database/open-database.ts'
import { startService } from '../src/index.ts'
import { askWithKey, countAsked } from './contract/idempotency.ts'
import { addAccounts } from './support/accounts.ts'
import { createApi } from './support/api.ts'
import { newFolder } from './support/data-folder.ts'
import { type Cluster, onPostgres, sharedCluster, withoutPostgres } from './support/postgres-cluster.ts'
import { startReceiver, until } from './support/receiver.ts'
import { createBot } from './support/samples.ts'
import { createHeldTime } from './support/test-timers.ts'
import { lastWaitMs, startWorld } from './support/world.ts'

/** How often a service looks for work without being notified. */
const idleMs = 5000
const dayMs = 24 * 60 * 60 * 1000

const functionFields = {
  name: 'find_order',
  description: '',
  request_method: 'GET',
  request_url: 'https://shop.example.com/',
  input_schema_json: {},
}

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

  test('two services that store a request with one key at once count one completion', async () => {
    const databaseUrl = await cluster.newDatabase()
    const worlds = [await startWorld({ databaseUrl }), await startWorld({ databaseUrl })] as const
    const [{ service }, { account, api }] = worlds
    const bot = await createBot(api)
    const { kysely, close } = await openDatabase({ databaseUrl }, { asItIs: true })
    const replies = await kysely.transaction().execute(async transaction => {
      // Both have looked for the key, and find it neither.
      await sql`lock table idempotency_keys in share mode`.execute(transaction)
      const asked = [createApi(service.url, account), api].map(each => askWithKey(each, bot, 'key'))
      const waiting = sql`select from pg_locks where not granted and relation = 'idempotency_keys'::regclass`
      await until(async () => (await waiting.execute(kysely)).rows.length === 2)
      return asked
    })
    expect((await Promise.all(replies)).map(({ status }) => status)).toEqual([201, 201])
    const counts = worlds.map(async world => {
      const text = await (await fetch(`${world.service.url}/metrics`)).text()
      return Number(/^scenewright_completions_accepted_total (\d+)$/m.exec(text)?.[1])
    })
    expect((await Promise.all(counts)).toSorted()).toEqual([0, 1])
    await close()
    await Promise.all(worlds.map(world => world.close()))
  })

  test('a result that a service with a fast clock has scheduled is sent by another one in time', async () => {
    const databaseUrl = await cluster.newDatabase()
    const place = { databaseUrl, accounts: await addAccounts({ databaseUrl }) }
    const fast = await startWorld(place)
    const time = createHeldTime(idleMs)
    const other = await startWorld(place, { clock: time.clock, timers: time.timers })
    // The last attempt has an hour to wait.
    const receiver = await startReceiver((_, count) => ({ status: count <= 3 ? 503 : 200 }))
    const bot = await createBot(fast.api, { webhook_url: receiver.url })
    fast.time.moveOn(dayMs)
    await fast.api('POST', `/bots/${bot}/completion`, { prompt: 'Hello' })
    await receiver.waitFor(3)
    await fast.close()
    const { kysely, close } = await openDatabase({ databaseUrl }, { asItIs: true })
    await until(async () => {
      time.end(idleMs)
      const { scheduled_at } = await kysely.selectFrom('deliveries').select('scheduled_at').executeTakeFirstOrThrow()
      return scheduled_at.getTime() < Date.now() + dayMs / 2
    })
    await close()
    expect(receiver.received).toHaveLength(3)
    // The wait varies by a fifth.
    time.moveOn(2 * lastWaitMs)
    await until(() => {
      time.end(idleMs)
      return receiver.received.length > 3
    })
    await other.close()
    await receiver.close()
  })

  test('a service without a key file stores functions, and no header values', async () => {
    const { api, close } = await startWorld({ databaseUrl: await cluster.newDatabase() })
    const fields = { bot_unique_id: await createBot(api), ...functionFields }
    const withHeader = (value: string) => ({ ...fields, headers: [{ header_name: 'X-Key', value }] })
    expect((await api('POST', '/bot-tools', withHeader(''))).status).toBe(201)
    const refused = await api('POST', '/bot-tools', withHeader('secret'))
    expect(refused).toMatchObject({ status: 400, body: { message: expect.stringContaining('key file') } })
    await close()
  })

  test('a service without a key file does not start on a database with encrypted header values', async () => {
    const databaseUrl = await cluster.newDatabase()
    const { dataFolder, remove } = newFolder()
    onTestFinished(remove)
    const { api, close } = await startWorld({ databaseUrl }, { keyFile: join(dataFolder, 'header.key') })
    const { status } = await api('POST', '/bot-tools', {
      bot_unique_id: await createBot(api),
      ...functionFields,
      headers: [{ header_name: 'X-Key', value: 'secret' }],
    })
    await close()
    expect(status).toBe(201)
    for (const discardHeaderValues of [false, true]) {
      await expect(startService({ databaseUrl, discardHeaderValues })).rejects.toMatchObject({ code: 'state' })
    }
  })

  test('a search finds upper and lower case in any script, also if the locale of the database knows none', async () => {
    const databaseUrl = await cluster.newDatabaseWith("TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C'")
    const { api, close } = await startWorld({ databaseUrl })
    const bot = await createBot(api, { name: 'Бот Москва' })
    await api('POST', `/bots/${bot}/completion`, { prompt: 'Где мой ЗАКАЗ?' })
    const found = async (path: string, text: string) =>
      (await api('GET', `${path}?search=${encodeURIComponent(text)}`)).body.meta.total
    expect(await found('/bots', 'моск')).toBe(1)
    expect(await found('/completion-log/journal', 'заказ')).toBe(1)
    await close()
  })

  test('a service works whatever dates, isolation and digits a database has set', async () => {
    const databaseUrl = await cluster.newDatabase()
    const set = (setting: string) => sql.raw(`alter database ${new URL(databaseUrl).pathname.slice(1)} set ${setting}`)
    const { kysely, close: closeOther } = await openDatabase({ databaseUrl })
    await set("datestyle = 'SQL, DMY'").execute(kysely)
    await set("default_transaction_isolation = 'serializable'").execute(kysely)
    await set('extra_float_digits = -10').execute(kysely)
    await closeOther()
    const { api, close } = await startWorld({ databaseUrl })
    const bot = await createBot(api)
    const margin = { scenario_clarify_margin: 55.55555555555556 }
    await api('PATCH', `/bots/${bot}`, margin)
    expect((await api('GET', `/bots/${bot}`)).body).toMatchObject(margin)
    const completions = Array.from({ length: 40 }, () => api('POST', `/bots/${bot}/completion`, { prompt: 'Hello' }))
    expect(new Set((await Promise.all(completions)).map(({ status }) => status))).toEqual(new Set([201]))
    await close()
    const later = await openDatabase({ databaseUrl }, { asItIs: true })
    const { rows } = await sql`show transaction_isolation`.execute(later.kysely)
    await later.close()
    expect(rows).toEqual([{ transaction_isolation: 'read committed' }])
  })

  test('of two services with different key files, one encrypts header values, and its key still starts', async () => {
    const databaseUrl = await cluster.newDatabase()
    const accounts = await addAccounts({ databaseUrl })
    const { dataFolder, remove } = newFolder()
    onTestFinished(remove)
    const [first, second] = ['first.key', 'second.key'].map(name => ({ keyFile: join(dataFolder, name) }))
    const one = await startWorld({ databaseUrl, accounts }, first)
    const other = await startWorld({ databaseUrl, accounts }, second)
    const fields = { bot_unique_id: await createBot(one.api), ...functionFields }
    const headers = [{ header_name: 'X-Key', value: 'secret' }]
    const { status, body } = await one.api('POST', '/bot-tools', { ...fields, headers })
    const added = await other.api('POST', '/bot-tools', { ...fields, name: 'other', headers })
    const changed = await other.api('PATCH', `/bot-tools/${body.unique_id}`, { headers })
    const without = await other.api('POST', '/bot-tools', { ...fields, name: 'other' })
    expect([status, added.status, changed.status, without.status]).toEqual([201, 503, 503, 201])
    expect(added.body.message).toContain('key file')
    await one.close()
    await other.close()
    await expect(startService({ databaseUrl, ...second })).rejects.toMatchObject({ code: 'state' })
    const again = await startService({ databaseUrl, ...first })
    await again.close()
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
