import { type Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import { readTableShapes } from '../src/backup/tables.ts'
import { openDatabase } from '../src/database/open-database.ts'
import type { Tables } from '../src/database/tables.ts'
import { eraseOld } from '../src/jobs/erasure.ts'
import { removeOld } from '../src/jobs/retention.ts'
import { answered } from './support/answered.ts'
import type { Api } from './support/api.ts'
import { describeOnDatabases } from './support/describe-on-databases.ts'
import { addKnowledge } from './support/knowledge.ts'
import { until } from './support/receiver.ts'
import { createBot, flow, publishScenario, refund } from './support/samples.ts'
import { startWorld } from './support/world.ts'

const dayMs = 24 * 60 * 60 * 1000
const ages = { deletedMs: 7 * dayMs, dialogueMs: 365 * dayMs }

describeOnDatabases('erasure on %s', databases => {
  test('nothing of what was deleted is left after the grace period, and everything of the rest', async () => {
    const place = await databases.newOwnedPlace()
    const world = await startWorld(place)
    const kept = await fillBot(world.api, 'kept-mark')
    const bot = await fillBot(world.api, 'erased-mark')
    const parts = await fillBot(world.api, 'erased-mark', { name: 'kept-mark' }, 'kept-mark')
    for (const path of parts.paths) expect((await world.api('DELETE', path)).status, path).toBe(200)
    expect((await world.api('DELETE', `/bots/${bot.id}`)).status).toBe(200)
    await world.close()

    const { kysely, close } = await openDatabase(place)
    const tablesWith = async (mark: string) => (await findInTables(kysely, mark)).join()
    const before = await tablesWith('kept-mark')
    expect(await eraseOld(kysely, ages, after(6))).toBe(false)
    expect(await tablesWith('erased-mark')).toBe(
      'bots,chunks,dialogues,functions,knowledge_groups,knowledges,scenarios,versions',
    )
    while (await eraseOld(kysely, ages, after(8))) {
      // Until nothing is left.
    }
    expect(await tablesWith('erased-mark')).toBe('')
    expect(await tablesWith('kept-mark')).toBe(before)
    const { erased_at } = await kysely
      .selectFrom('bots')
      .select('erased_at')
      .where('id', '=', kept.id)
      .executeTakeFirstOrThrow()
    expect(erased_at).toBeNull()
    await close()
  })

  test('the journal of a deleted bot can still be read, and its dialogues go with it', async () => {
    const place = await databases.newOwnedPlace()
    const world = await startWorld(place)
    const bot = await createBot(world.api, { name: 'erased-mark' })
    const { body: dialogue } = await world.api('POST', `/bots/${bot}/dialogues`, {
      name: 'erased-mark',
      message_limit: 1,
    })
    const record = await answered(world.api, bot, { prompt: 'Hello', dialogue_id: dialogue.unique_id })
    expect((await world.api('DELETE', `/bots/${bot}`)).status).toBe(200)
    await world.close()
    const { kysely, close } = await openDatabase(place)
    while (await eraseOld(kysely, ages, after(8))) {
      // Until nothing is left.
    }
    expect(await findInTables(kysely, 'erased-mark')).toEqual([])
    await close()
    const again = await startWorld(place)
    const { body } = await again.api('GET', `/completion-log/journal?unique_id=${record.unique_id}`)
    expect(body.data).toEqual([{ ...record, bot: { ...record.bot, name: '', updated_at: expect.any(String) } }])
    await again.close()

    const reopened = await openDatabase(place)
    const dialogues = () => reopened.kysely.selectFrom('dialogues').select('id').execute()
    expect(await dialogues()).toHaveLength(1)
    await removeOld(reopened.kysely, 30 * dayMs, after(31))
    await eraseOld(reopened.kysely, ages, after(31))
    expect(await dialogues()).toEqual([])
    await reopened.close()
  })

  test('content is erased in slices', async () => {
    const place = await databases.newOwnedPlace()
    const world = await startWorld(place)
    const bot = await createBot(world.api)
    const { body: dialogue } = await world.api('POST', `/bots/${bot}/dialogues`, { name: 'D', message_limit: 1 })
    await world.api('DELETE', `/bots/${bot}/dialogues/${dialogue.unique_id}`)
    await world.close()
    const { kysely, close } = await openDatabase(place)
    await sql`
      insert into dialogues (id, dialogue_id, bot_id, name, message_limit, memory, created_at, updated_at, deleted_at)
      select gen_random_uuid(), gen_random_uuid(), bot_id, name, message_limit, memory, created_at, updated_at, deleted_at
      from dialogues, generate_series(1, 600)
    `.execute(kysely)
    const count = async () => (await kysely.selectFrom('dialogues').select('id').execute()).length
    expect(await eraseOld(kysely, ages, after(8))).toBe(true)
    expect(await count()).toBe(101)
    expect(await eraseOld(kysely, ages, after(8))).toBe(false)
    expect(await count()).toBe(0)
    await close()
  })

  test('a deleted bot is erased in slices of its groups, too', async () => {
    const place = await databases.newOwnedPlace()
    const world = await startWorld(place)
    const bot = await createBot(world.api, { name: 'erased-mark' })
    await world.close()
    const { kysely, close } = await openDatabase(place)
    await sql`
      insert into knowledge_groups (id, bot_id, name, created_at)
      select gen_random_uuid(), ${bot}, 'erased-mark ' || number, now() from generate_series(1, 600) number
    `.execute(kysely)
    await kysely.updateTable('bots').set({ deleted_at: new Date() }).where('id', '=', bot).execute()
    while (await eraseOld(kysely, ages, after(8))) {
      // Until nothing is left.
    }
    expect(await findInTables(kysely, 'erased-mark')).toEqual([])
    await close()
  })

  test('on request, a dialogue without messages for a year is deleted, unless a message waits for its answer', async () => {
    const place = await databases.newOwnedPlace()
    const world = await startWorld(place)
    const bot = await createBot(world.api)
    const create = async (name: string) =>
      (await world.api('POST', `/bots/${bot}/dialogues`, { name, message_limit: 1 })).body.unique_id
    const [old, waiting, young] = [await create('old'), await create('waiting'), await create('young')]
    for (const dialogue_id of [old, waiting]) await answered(world.api, bot, { prompt: 'Hello', dialogue_id })
    await world.close()
    const { kysely, close } = await openDatabase(place)
    const past = new Date(Date.now() - 366 * dayMs)
    await kysely.updateTable('dialogues').set({ updated_at: past }).where('id', 'in', [old, waiting]).execute()
    await kysely.updateTable('completions').set({ created_at: past }).execute()
    await kysely.updateTable('completions').set({ status: 'PENDING' }).where('dialogue_id', '=', waiting).execute()
    const deleted = kysely.selectFrom('dialogues').select('id').where('deleted_at', 'is not', null)
    await eraseOld(kysely, { deletedMs: ages.deletedMs }, new Date())
    expect(await deleted.execute()).toEqual([])
    expect(await eraseOld(kysely, ages, new Date())).toBe(false)
    const left = await kysely.selectFrom('dialogues').select(['id', 'name', 'deleted_at']).orderBy('sequence').execute()
    expect(left).toEqual([
      { id: old, name: '', deleted_at: expect.any(Date) },
      { id: waiting, name: 'waiting', deleted_at: null },
      { id: young, name: 'young', deleted_at: null },
    ])
    await close()
  })

  test('a running service erases without a request', async () => {
    const place = await databases.newOwnedPlace()
    const world = await startWorld(place, { clock: () => new Date(Date.now() - 2 * dayMs) })
    const bot = await createBot(world.api)
    await answered(world.api, bot, { prompt: 'Hello' })
    await world.api('DELETE', `/bots/${bot}`)
    await world.close()
    const { api, close } = await startWorld(place, { eraseAfterDays: 1 })
    await until(async () => (await api('GET', '/completion-log/journal')).body.data[0].bot.name === '')
    await close()
  })
})

function after(days: number): Date {
  return new Date(Date.now() + days * dayMs)
}

/** A bot with something of every kind that can be deleted, each with the mark in it, and the paths of these. */
async function fillBot(api: Api, mark: string, fields: { readonly name?: string } = {}, group = mark) {
  const id = await createBot(api, { name: mark, first_line_greeting_text: fields.name ?? mark, ...fields })
  const scenario = await publishScenario(api, id, { ...refund, title: mark, definition: flow(mark) })
  await api('POST', '/knowledge-groups', { bot_unique_id: id, name: `Group of ${group}` })
  const document = await addKnowledge(api, id, { name: mark, content: `Content of ${mark}.` })
  const { body: called } = await api('POST', '/bot-tools', {
    bot_unique_id: id,
    name: mark,
    description: mark,
    request_method: 'GET',
    request_url: 'https://shop.example.com/',
    input_schema_json: { type: 'object' },
  })
  const { body: dialogue } = await api('POST', `/bots/${id}/dialogues`, { name: mark, message_limit: 1 })
  return {
    id,
    paths: [
      `/bots/${id}/scenarios/${scenario.unique_id}`,
      `/knowledges/${document.unique_id}`,
      `/bot-tools/${called.unique_id}`,
      `/bots/${id}/dialogues/${dialogue.unique_id}`,
    ],
  }
}

/** The tables with a row that contains the mark. */
async function findInTables(kysely: Kysely<Tables>, mark: string): Promise<readonly string[]> {
  const found: string[] = []
  for (const { name } of await readTableShapes(kysely)) {
    const query = sql`select 1 from ${sql.table(name)} t where t::text like ${`%${mark}%`} limit 1`
    if ((await query.execute(kysely)).rows.length > 0) found.push(name)
  }
  return found.sort()
}
