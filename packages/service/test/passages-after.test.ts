import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { openDatabase } from '../src/database/open-database.ts'
import type { Tables } from '../src/database/tables.ts'
import { newBotDefaults } from '../src/resources/bots/schema.ts'
import { firstPlace, loadIndex, type PassagePlace, passagesAfter } from '../src/resources/knowledge/load-index.ts'
import { scanSimilarity } from '../src/resources/scans/similarity.ts'
import { dimensions } from '../src/retrieval/hash-vector.ts'
import { searchPassages } from '../src/retrieval/search-passages.ts'
import { createTimeSlicer } from '../src/runtime/time-slicer.ts'
import { newOwnedPlace } from './support/databases.ts'

/** A vector that is near no other one. */
function vectorOf(seed: number): Uint8Array {
  let state = seed + 1
  return Uint8Array.from({ length: dimensions }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return state >>> 20
  })
}

test('documents of any number of passages are read in their order, in several batches, and again only if they changed', async () => {
  const place = await newOwnedPlace()
  const { kysely, close } = await openDatabase(place)
  const { id: account_id } = await kysely.selectFrom('accounts').select('id').executeTakeFirstOrThrow()
  const now = new Date()
  const bot_id = randomUUID()
  const names = { name: 'B', gpt_model: 'llm_provider_a', webhook_secret: 'whsec_', webhook_url: null }
  const bot = { ...newBotDefaults, ...names, id: bot_id, account_id, created_at: now, updated_at: now }
  await kysely.insertInto('bots').values(bot).execute()
  const group_id = randomUUID()
  await kysely.insertInto('knowledge_groups').values({ id: group_id, bot_id, name: 'G', created_at: now }).execute()
  const told = { bot_id, group_id, name: 'D', type: 'TEXT', content: 'x', document_id: '', source: '' } as const
  const rest = { is_private_source: false, is_indexed: true, created_at: now, updated_at: now }
  const ids = Array.from({ length: 320 }, () => randomUUID())
  for (const id of ids)
    await kysely
      .insertInto('knowledges')
      .values({ ...told, ...rest, id, hash_sum: id })
      .execute()

  // The hundredth document has passages for several goes, some have none, and the last says what the first does.
  const bare = ids.slice(40, 60)
  const passages = ids.flatMap((knowledge_id, document) => {
    const count = document === 99 ? 600 : bare.includes(knowledge_id) ? 0 : 1
    return Array.from({ length: count }, (_, position) => {
      const vector = vectorOf(document === ids.length - 1 ? 0 : document * 1000 + position)
      return { knowledge_id, position, bot_id, text: 'x', vector }
    })
  })
  for (let from = 0; from < passages.length; from += 300) {
    await kysely
      .insertInto('chunks')
      .values(passages.slice(from, from + 300))
      .execute()
  }

  const options = {
    slicer: createTimeSlicer(),
    signal: new AbortController().signal,
  }
  const seen: { readonly id: string; readonly likeIds: readonly string[] }[] = []
  for await (const { id, likeIds } of scanSimilarity(kysely, bot_id, options)) seen.push({ id, likeIds })
  const row = await kysely.selectFrom('bots').selectAll().where('id', '=', bot_id).executeTakeFirstOrThrow()
  const loaded = await loadIndex(row, kysely, options.slicer)
  const { rowAt } = loaded
  for (const maxRows of [7, 97]) expect(await readAll(kysely, bot_id, maxRows)).toEqual(passages.map(placeOf))

  // One document is changed, one is deleted, and one is new.
  const [changed = '', deleted = ''] = ids.slice(99)
  const added = { ...told, ...rest, id: randomUUID(), hash_sum: '' }
  await kysely.updateTable('chunks').set({ text: 'unmistakable' }).where('knowledge_id', '=', changed).execute()
  await kysely.updateTable('knowledges').set({ updated_at: new Date() }).where('id', '=', changed).execute()
  await kysely.updateTable('knowledges').set({ deleted_at: now }).where('id', '=', deleted).execute()
  await kysely.insertInto('knowledges').values(added).execute()
  const chunk = { knowledge_id: added.id, position: 0, bot_id, text: 'remarkable', vector: vectorOf(1) }
  await kysely.insertInto('chunks').values(chunk).execute()
  const read: string[] = []
  const watched = kysely.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      for (const each of result.rows) if ('knowledge_id' in each) read.push(String(each.knowledge_id))
      return result
    },
  })
  const again = await loadIndex(row, watched, options.slicer, loaded)
  expect(new Set(read)).toEqual(new Set([changed, added.id]))
  const fresh = await loadIndex(row, kysely, options.slicer)
  const all = Array.from({ length: fresh.index.vectors.size }, (_, place) => place)
  expect(again.index.vectors.size).toBe(fresh.index.vectors.size)
  expect(all.map(again.rowAt)).toEqual(all.map(fresh.rowAt))
  for (const query of ['x', 'unmistakable', 'remarkable']) {
    const [one, other] = [again, fresh].map(({ index }) =>
      searchPassages(index, query, { take: 9, slicer: options.slicer }),
    )
    expect(await one).toEqual(await other)
    expect(await one).not.toEqual([])
  }
  await close()
  expect(passages.map((_, place) => rowAt(place))).toEqual(passages.map(placeOf))
  expect(seen.map(({ id }) => id)).toEqual(ids.filter(id => !bare.includes(id)))
  expect(seen.filter(({ likeIds }) => likeIds.length > 0)).toEqual([{ id: ids[0], likeIds: [ids.at(-1)] }])
})

const placeOf = ({ knowledge_id, position }: { readonly knowledge_id: string; readonly position: number }) => {
  return { knowledge_id, position }
}

async function readAll(kysely: Kysely<Tables>, botId: string, maxRows: number) {
  const all: ReturnType<typeof placeOf>[] = []
  for (let after: PassagePlace | undefined = firstPlace; after !== undefined; ) {
    const rows = await passagesAfter(kysely, botId, { after, maxRows }).execute()
    all.push(...rows.map(placeOf))
    after = rows.at(-1)
  }
  return all
}
