import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDatabase } from '../src/database/open-database.ts'
import { redeliver } from '../src/index.ts'
import { answered } from './support/answered.ts'
import { describeOnDatabases } from './support/describe-on-databases.ts'
import { startReceiver, until } from './support/receiver.ts'
import { createBot } from './support/samples.ts'
import { startWorld } from './support/world.ts'

const hourMs = 60 * 60 * 1000

describeOnDatabases('failed deliveries on %s', databases => {
  test('are sent again by the id of their completion or by date, with the same bytes, and no others', async () => {
    const place = await databases.newOwnedPlace()
    let status = 400
    const receiver = await startReceiver(() => ({ status }))
    const { api, close } = await startWorld(place)
    const bot = await createBot(api, { webhook_url: receiver.url })
    const other = await createBot(api, { webhook_url: receiver.url })
    const without = await createBot(api, { webhook_url: receiver.url })
    const failed = async (of: string) => {
      const { unique_id } = await answered(api, of, { prompt: 'Hello', meta: { n: 1.0, of } })
      await until(async () => (await webhookStatus(unique_id)) === 'FAILED')
      return unique_id
    }
    const webhookStatus = async (id: string) =>
      (await api('GET', `/completion-log/journal?unique_id=${id}`)).body.data[0].webhook_status
    const [first, second, third, last] = [
      await failed(bot),
      await failed(bot),
      await failed(other),
      await failed(without),
    ]
    await api('PATCH', `/bots/${without}`, { webhook_url: null })
    status = 200
    const delivered = await answered(api, bot, { prompt: 'Hello' })
    await until(async () => (await webhookStatus(delivered.unique_id)) === 'DELIVERED')
    await close()

    await expect(redeliver({ ...place, completion: delivered.unique_id })).rejects.toMatchObject({ code: 'usage' })
    await expect(redeliver({ ...place, completion: last })).rejects.toMatchObject({ code: 'usage' })
    await expect(redeliver({ ...place, completion: 'x' })).rejects.toMatchObject({ code: 'usage' })
    expect(await redeliver({ ...place, completion: first })).toEqual({ deliveries: 1 })
    const from = new Date(Date.now() - hourMs)
    expect(await redeliver({ ...place, from: new Date(Date.now() + hourMs) })).toEqual({ deliveries: 0 })
    expect(await redeliver({ ...place, from: new Date(0), before: from })).toEqual({ deliveries: 0 })
    expect(await redeliver({ ...place, from, bot: other })).toEqual({ deliveries: 1 })
    expect(await redeliver({ ...place, from, before: new Date(Date.now() + hourMs) })).toEqual({ deliveries: 1 })
    expect(await redeliver({ ...place, from })).toEqual({ deliveries: 0 })

    const before = receiver.received.length
    const again = await startWorld(place)
    const resent = (await receiver.waitFor(before + 3)).slice(before)
    expect(resent.map(({ body }) => body.meta.unique_id).sort()).toEqual([first, second, third].sort())
    for (const { text, body } of resent) {
      expect(receiver.received.filter(entry => entry.text === text)).toHaveLength(2)
      expect(body.meta.meta.n).toBe(1)
    }
    const journal = async () => (await again.api('GET', '/completion-log/journal?take=100')).body.data
    await until(
      async () =>
        (await journal()).filter((record: { webhook_status: string }) => record.webhook_status === 'DELIVERED')
          .length === 4,
    )
    await again.close()
    await receiver.close()
  })

  test('are sent again once each, also if one fails again meanwhile', async () => {
    const place = await databases.newOwnedPlace()
    const world = await startWorld(place)
    const bot = await createBot(world.api)
    const { unique_id } = await answered(world.api, bot, { prompt: 'Hello' })
    await world.api('PATCH', `/bots/${bot}`, { webhook_url: 'http://127.0.0.1:9/' })
    await world.close()
    const { kysely, close } = await openDatabase(place)
    await sql`update completions set webhook_status = 'FAILED'`.execute(kysely)
    await sql`
      insert into completions (id, account_id, bot_id, prompt, mode, is_depersonalize, status, answer, webhook_status, created_at, updated_at)
      select gen_random_uuid(), account_id, bot_id, prompt, mode, is_depersonalize, status, answer, webhook_status, created_at, updated_at
      from completions, generate_series(1, 500)
    `.execute(kysely)
    // The first result fails again before the second slice is added.
    await sql`
      create function fail_again() returns trigger language plpgsql as $$ begin
        delete from deliveries where completion_id = new.id;
        new.webhook_status = 'FAILED';
        return new;
      end $$
    `.execute(kysely)
    await sql`
      create trigger fail_again before update on completions for each row when (new.id = ${sql.lit(unique_id)})
      execute function fail_again()
    `.execute(kysely)
    await close()
    expect(await redeliver({ ...place, from: new Date(Date.now() - hourMs) })).toEqual({ deliveries: 501 })
  })
})
