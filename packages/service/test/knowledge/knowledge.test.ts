import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../src/database/open-database.ts'
import { newBotDefaults } from '../../src/resources/bots/schema.ts'
import type { Bot } from '../../src/resources/bots/table.ts'
import { createKnowledgeSearch } from '../../src/resources/knowledge/search.ts'
import { addKnowledge } from '../../src/resources/knowledge/store.ts'
import type { KnowledgeGroup } from '../../src/resources/knowledge/table.ts'
import { removeKnowledge, writeKnowledge } from '../../src/resources/knowledge/write.ts'
import { addTransfer } from '../../src/resources/transfers/store.ts'
import { createTimeSlicer } from '../../src/runtime/time-slicer.ts'
import { readSet } from '../retrieval/sets.ts'
import { kindsOfDatabase, tellLeftOut } from '../support/databases.ts'

const slicer = createTimeSlicer()
const now = new Date('2026-01-02T03:04:05.678Z')
const german = readSet('de')

async function newBot({ kysely }: Database): Promise<{ bot: Bot; group: KnowledgeGroup }> {
  const { id: account_id } = await kysely.selectFrom('accounts').select('id').executeTakeFirstOrThrow()
  const times = { created_at: now, updated_at: now }
  const bot = await kysely
    .insertInto('bots')
    .values({
      ...newBotDefaults,
      ...times,
      id: randomUUID(),
      account_id,
      name: 'B',
      gpt_model: 'llm_provider_a',
      primary_language: 'de',
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  const group = await kysely
    .insertInto('knowledge_groups')
    .values({ id: randomUUID(), bot_id: bot.id, name: 'default', created_at: now })
    .returningAll()
    .executeTakeFirstOrThrow()
  return { bot, group }
}

function createBase(database: Database, { bot, group }: { bot: Bot; group: KnowledgeGroup }) {
  const { kysely } = database
  const ids = { bot_unique_id: bot.id, knowledge_group_unique_id: group.id }
  const knowledge = createKnowledgeSearch(kysely, slicer)
  const current = () => kysely.selectFrom('bots').selectAll().where('id', '=', bot.id).executeTakeFirstOrThrow()
  return {
    add: (name: string, content: string, rest: object = {}) =>
      addKnowledge({ ...ids, name, content, type: 'TEXT', ...rest }, { bot, group, kysely, slicer, now }),
    search: async (query: string, take = 3) => knowledge.search(await current(), query, { take }),
    similar: async () => (await knowledge.similar(await current(), { name: '', chunks: [] })).chunks,
  }
}

/** What a search in a bot of each database gave, to be compared at the end. */
const found = new Map<string, unknown>()

tellLeftOut()

describe.each(kindsOfDatabase)('knowledge on %s', (name, { newOwnedPlace }) => {
  let database: Database

  beforeAll(async () => {
    database = await openDatabase(await newOwnedPlace())
  })

  afterAll(() => database.close())

  const base = async () => createBase(database, await newBot(database))

  test('a document is found as soon as it is added, with its fields', async () => {
    const { add, search } = await base()
    expect(await search('Wann wird der Sperrm\u00fcll geholt?')).toEqual([])
    const { row } = await add('Sperrm\u00fcll', 'Der Sperrm\u00fcll wird im Mai geholt.', {
      source: 'https://x.example',
      is_private_source: false,
    })
    expect(await search('Wann wird der Sperrmull geholt?')).toEqual([
      {
        knowledge_id: row.id,
        name: 'Sperrm\u00fcll',
        source: 'https://x.example',
        is_private_source: false,
        text: 'Der Sperrm\u00fcll wird im Mai geholt.',
        score: expect.any(Number),
      },
    ])
  })

  test('replaced, hidden, renamed and removed documents are found as they are by then', async () => {
    const { add, search } = await base()
    const { row } = await add('Preise', 'Das Freibad kostet vier Euro.', { document_id: 'd' })
    await add('Preise', 'Die Sauna kostet neun Euro.', { document_id: 'd' })
    expect((await search('Freibad Sauna')).map(({ text }) => text)).toEqual(['Die Sauna kostet neun Euro.'])
    const change = (fields: object) =>
      database.kysely.transaction().execute(async transaction => {
        const before = await transaction
          .selectFrom('knowledges')
          .selectAll()
          .where('id', '=', row.id)
          .executeTakeFirstOrThrow()
        return writeKnowledge(transaction, { ...before, ...fields })
      })
    await change({ name: 'Dampfbad' })
    expect(await search('Dampfbad')).toMatchObject([{ name: 'Dampfbad' }])
    await change({ is_indexed: false })
    expect(await search('Sauna')).toEqual([])
    await change({ is_indexed: true })
    expect(await search('Sauna')).toHaveLength(1)
    await database.kysely.transaction().execute(transaction => removeKnowledge(transaction, row, now))
    expect(await search('Sauna')).toEqual([])
    expect((await add('Preise', 'Die Sauna kostet neun Euro.', { document_id: 'd' })).outcome).toBe('added')
  })

  test('copies of a document under other ids leave room for other passages', async () => {
    const { add, search } = await base()
    for (const document_id of ['a', 'b', 'c']) {
      await add('Freibad', 'Das Freibad kostet vier Euro.', { document_id })
    }
    await add('Hallenbad', 'Das Hallenbad kostet, wie das Freibad, im Winter neun Euro.')
    expect((await search('Was kostet das Freibad?', 2)).map(({ name: title }) => title)).toEqual([
      'Freibad',
      'Hallenbad',
    ])
  })

  test('a document of thousands of passages is read whole', async () => {
    const { add, search, similar } = await base()
    const paragraphs = Array.from(
      { length: 1200 },
      (_, at) => `${'Lorem ipsum dolor sit amet. '.repeat(18)} Punkt${at}.`,
    )
    await add('Lang', paragraphs.join('\n\n'))
    expect(await similar()).toHaveLength(1200)
    expect((await search('punkt1199'))[0]?.text).toContain('Punkt1199.')
  })

  test('every database returns the same passages in the same order, with the same confidence', async () => {
    const { add, search } = await base()
    for (const { name: title, text } of german.documents) await add(title, text)
    const passages = []
    for (const [, question] of german.questions.slice(0, 30)) {
      for (const { name: title, text, score } of await search(question, 5)) passages.push({ title, text, score })
    }
    found.set(name, passages)
    for (const other of found.values()) expect(other).toEqual(passages)
  })

  test('of equal transfers that are added concurrently, one succeeds', async () => {
    const [source, target] = [await newBot(database), await newBot(database)]
    const way = { source_bot_id: source.bot.id, target_bot_id: target.bot.id }
    const add = () => addTransfer(database.kysely, way, now)
    const results = await Promise.allSettled([1, 2, 3, 4].map(add))
    const refused = results.filter(result => result.status === 'rejected').map(({ reason }) => reason.status)
    expect(refused).toEqual([409, 409, 409])
    const back = { source_bot_id: target.bot.id, target_bot_id: source.bot.id }
    await addTransfer(database.kysely, back, now)
    await database.kysely.updateTable('transfers').set({ status: 'SUCCESS' }).execute()
    expect(await add()).toMatchObject({ ...way, status: 'PENDING' })
  })
})
