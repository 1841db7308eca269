import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { openDatabase } from '../src/database/open-database.ts'
import { copyBatch } from '../src/resources/transfers/copy-batch.ts'
import { endedTransfer } from './contract/transfers.ts'
import { createApi } from './support/api.ts'
import { describeOnDatabases } from './support/describe-on-databases.ts'
import { addKnowledge } from './support/knowledge.ts'
import { createBot } from './support/samples.ts'
import { startWorld } from './support/world.ts'

describeOnDatabases('on %s', databases => {
  test('a transfer of many documents copies each once, with its passages, and continues where it stopped', async () => {
    const place = await databases.newOwnedPlace()
    const world = await startWorld(place)
    const [source, target] = [await createBot(world.api), await createBot(world.api)]
    const many = Array.from({ length: 130 }, (_each, index) => index)
    for (const index of many) {
      const content = `Article ${index} costs ${index * 3} euros.`
      // One is without an id, and one has the content of another one.
      const fields = { content: index === 40 ? 'Article 39 costs 117 euros.' : content }
      const document_id = index === 30 ? '' : `d-${index}`
      await addKnowledge(world.api, source, { name: `N${index}`, document_id, ...fields })
    }
    for (const [document_id, content] of [
      ['d-3', 'Another content.'],
      ['d-4', 'Article 4 costs 12 euros.'],
    ]) {
      await addKnowledge(world.api, target, { name: 'Former', document_id, content })
    }
    await world.close()

    // An earlier attempt has copied the first document.
    const { kysely, close } = await openDatabase(place)
    const documents = (bot: string) =>
      kysely.selectFrom('knowledges').selectAll().where('bot_id', '=', bot).orderBy('sequence').execute()
    const [first, , damaged] = await documents(source)
    // Its passages are cut anew.
    await kysely
      .deleteFrom('chunks')
      .where('knowledge_id', '=', damaged?.id ?? '')
      .execute()
    const now = new Date()
    const id = randomUUID()
    const way = { source_bot_id: source, target_bot_id: target, status: 'RUNNING' } as const
    await kysely
      .insertInto('transfers')
      .values({ ...way, id, position: first?.sequence ?? 0, created_at: now, updated_at: now })
      .execute()
    await close()

    const next = await startWorld(place)
    expect(await endedTransfer(createApi(next.service.url, world.account), id)).toMatchObject({ status: 'SUCCESS' })
    await next.close()
    const after = await openDatabase(place)
    const described = async (bot: string) => {
      const rows = await after.kysely.selectFrom('knowledges').selectAll().where('bot_id', '=', bot).execute()
      const chunks = await after.kysely
        .selectFrom('chunks')
        .select(['knowledge_id', 'position', 'text', 'vector'])
        .where('bot_id', '=', bot)
        .orderBy('position')
        .execute()
      return rows
        .map(({ id: row, name, content, hash_sum, document_id, source: origin }) => {
          const passages = chunks.filter(({ knowledge_id }) => knowledge_id === row)
          const texts = passages.map(({ text, vector }) => [text, Buffer.from(vector).toString('hex')])
          return { name, content, hash_sum, document_id, origin, texts }
        })
        .sort((a, b) => (a.name < b.name ? -1 : 1))
    }
    const copied = await described(target)
    const items = await after.kysely.selectFrom('transfer_items').select('knowledge_id').execute()
    const wanted = (await described(source)).filter(({ name }) => name !== 'N0')
    const restored = { name: 'N2', texts: [['Article 2 costs 6 euros.', expect.any(String)]] }
    expect(copied).toEqual(wanted.map(document => (document.name === 'N2' ? { ...document, ...restored } : document)))
    expect(items).toHaveLength(129)

    // A hundred documents are copied at once.
    const bots = await after.kysely.selectFrom('bots').selectAll().orderBy('sequence').execute()
    const [from, to] = bots
    if (from === undefined || to === undefined) throw new Error('The bots are not there.')
    const rest = { source: from, target: to, position: damaged?.sequence ?? 0, now }
    const batch = await after.kysely.transaction().execute(transaction => copyBatch(transaction, rest))
    expect(batch?.ids).toHaveLength(100)
    await after.close()
  })
})
