import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { DatabaseUnavailableError } from '../src/database/database-error.ts'
import { openDatabase } from '../src/database/open-database.ts'
import { startService } from '../src/index.ts'
import { startJobQueue } from '../src/jobs/job-queue.ts'
import { beginRecording, claimScan, releaseScans } from '../src/resources/scans/store.ts'
import { endedScan } from './contract/integrity.ts'
import { createApi } from './support/api.ts'
import { newOwnedPlace } from './support/databases.ts'
import { addKnowledge } from './support/knowledge.ts'
import { until } from './support/receiver.ts'
import { createBot } from './support/samples.ts'
import { createTestTimers } from './support/test-timers.ts'
import { startWorld } from './support/world.ts'

test('differences between the two stores are found and distinguished', async () => {
  const place = await newOwnedPlace()
  const world = await startWorld(place)
  const bot = await createBot(world.api)
  const add = (name: string) => addKnowledge(world.api, bot, { name, content: `All about ${name}.` })
  const [gone, bare, hidden] = [await add('gone'), await add('bare'), await add('hidden')]
  await add('sound')
  await world.close()

  const { kysely, close } = await openDatabase(place)
  await kysely.updateTable('knowledges').set({ deleted_at: new Date() }).where('id', '=', gone.unique_id).execute()
  await kysely.deleteFrom('chunks').where('knowledge_id', 'in', [bare.unique_id, hidden.unique_id]).execute()
  await kysely.updateTable('knowledges').set({ is_indexed: false }).where('id', '=', hidden.unique_id).execute()
  await close()

  const service = await startService(place)
  const api = createApi(service.url, world.account)
  const { body } = await api('POST', '/knowledge-integrity/scans', { scope: 'GLOBAL', kind: 'STRUCTURAL' })
  const { scan, issues } = await endedScan(api, body.unique_id)
  expect(scan).toMatchObject({ status: 'COMPLETED', bot_count: 1, total_knowledges_checked: 3, issues_found: 2 })
  expect(issues).toMatchObject([
    { type: 'MISSING_IN_STORE_A', knowledge_unique_id: gone.unique_id, other_knowledge_unique_id: null },
    { type: 'MISSING_IN_STORE_B', knowledge_unique_id: bare.unique_id },
  ])
  const { issues: some } = await endedScan(api, body.unique_id, '?type=MISSING_IN_STORE_B')
  expect(some).toMatchObject([{ type: 'MISSING_IN_STORE_B' }])
  await service.close()
})

test('ten thousand issues are recorded at once, and no more; the scan of another service is not changed', async () => {
  const place = await newOwnedPlace()
  const world = await startWorld(place)
  const bot_id = await createBot(world.api)
  await world.close()
  const { kysely, close } = await openDatabase(place)
  const { account_id } = await kysely.selectFrom('bots').select('account_id').executeTakeFirstOrThrow()
  const kind = { scope: 'BOT', kind: 'SEMANTIC', status: 'RUNNING' } as const
  const row = { ...kind, id: randomUUID(), account_id, bot_id, started_at: new Date() }
  await kysely.insertInto('scans').values(row).execute()
  const scan = await claimScan(kysely, 1)
  if (scan === undefined) throw new Error('The scan was not there to be taken up.')
  expect(await claimScan(kysely, 2)).toBeUndefined()

  const notes = await beginRecording(kysely, scan)
  const issue = { bot_id, type: 'SEMANTIC_DUPLICATE', knowledge_id: null, other_knowledge_id: null } as const
  await notes.add({ issues: Array.from({ length: 10_000 }, () => issue), pairs: 7 }, new Date())
  expect(notes.room()).toBe(0)
  await releaseScans(kysely, 1, false)
  const next = await claimScan(kysely, 2)
  expect(next).toMatchObject({ attempts: 1, issues_found: 10_000, total_pairs_checked: 7 })
  await expect(notes.add({ pairs: 1 }, new Date())).rejects.toThrow('Another service')
  await notes.end(new Date())
  if (next !== undefined) await beginRecording(kysely, next)
  const after = await kysely.selectFrom('scans').selectAll().executeTakeFirstOrThrow()
  expect(after).toMatchObject({ status: 'RUNNING', issues_found: 0, total_pairs_checked: 0 })
  expect(await kysely.selectFrom('scan_issues').select('id').execute()).toEqual([])
  await close()
})

test('an interrupted scan continues after the last document that it recorded', async () => {
  const place = await newOwnedPlace()
  const world = await startWorld(place)
  const [first, bot] = [await createBot(world.api), await createBot(world.api)]
  const contents = ['A parcel takes two days.', 'A refund takes three weeks.', 'A parcel takes two days.', 'Other.']
  const add = (content: string, index: number, bot_id = bot) =>
    addKnowledge(world.api, bot_id, { name: 'D', content, document_id: `d-${index}` })
  const ids: string[] = []
  for (const [index, content] of [...contents, ...contents].entries()) ids.push((await add(content, index)).unique_id)
  for (const index of [0, 1]) await add('The same.', index, first)
  await world.close()

  const { kysely, close } = await openDatabase(place)
  const { account_id } = await kysely.selectFrom('bots').select('account_id').executeTakeFirstOrThrow()
  const { sequence } = await kysely
    .selectFrom('bots')
    .select('sequence')
    .where('id', '=', bot)
    .executeTakeFirstOrThrow()
  const position = await kysely
    .selectFrom('knowledges')
    .select('sequence')
    .where('id', '=', ids[2] ?? '')
    .executeTakeFirstOrThrow()
  const id = randomUUID()
  const so = { bot_count: 1, total_knowledges_checked: 5, total_pairs_checked: 19, issues_found: 1, attempts: 1 }
  const at = { bot_position: sequence, document_position: position.sequence }
  const kind = { scope: 'GLOBAL', kind: 'SEMANTIC', status: 'RUNNING' } as const
  await kysely
    .insertInto('scans')
    .values({ ...kind, ...so, ...at, id, account_id, bot_id: null, started_at: new Date() })
    .execute()
  const known = { id: randomUUID(), scan_id: id, bot_id: bot, type: 'SEMANTIC_DUPLICATE' } as const
  const [knowledge_id, other_knowledge_id] = [ids[0] ?? null, ids[2] ?? null]
  await kysely
    .insertInto('scan_issues')
    .values({ ...known, knowledge_id, other_knowledge_id, created_at: new Date() })
    .execute()
  await close()

  const service = await startService(place)
  const { scan, issues } = await endedScan(createApi(service.url, world.account), id)
  await service.close()
  // Of eight documents, five are left: with 4, 3, 2, 1 and 0 later ones.
  const ended = { status: 'COMPLETED', bot_count: 2, total_knowledges_checked: 10, total_pairs_checked: 29 }
  expect(scan).toMatchObject({ ...ended, issues_found: 3 })
  expect(issues).toMatchObject([
    { unique_id: known.id },
    { knowledge_unique_id: ids[3], other_knowledge_unique_id: ids[7] },
    { knowledge_unique_id: ids[4], other_knowledge_unique_id: ids[6] },
  ])
})

test('a failed job is repeated, and given up after the fifth attempt', async () => {
  const ran: number[] = []
  const failed: number[] = []
  const job = { attempts: 4 }
  const timers = createTestTimers()
  const queue = startJobQueue(
    {
      claim: async () => {
        if (failed.length > 0) return undefined
        job.attempts += 1
        return { ...job }
      },
      release: async () => {},
      run: async ({ attempts }) => {
        ran.push(attempts)
        throw new Error('no')
      },
      fail: async ({ attempts }) => {
        failed.push(attempts)
      },
    },
    { onError: () => {}, timers },
  )
  while (failed.length === 0) await timers.advance(1000)
  await queue.stop()
  expect({ ran, failed }).toEqual({ ran: [5], failed: [6] })
})

test.each([
  ['another reason', new Error('no'), true],
  ['an unavailable database', new DatabaseUnavailableError(new Error('full')), false],
])('an attempt that fails because of %s counts, or does not', async (_reason, error, counts) => {
  const released: boolean[] = []
  const timers = createTestTimers()
  const queue = startJobQueue(
    {
      claim: async () => ({ attempts: 1 }),
      release: async isCounted => void released.push(isCounted),
      run: () => Promise.reject(error),
      fail: async () => {},
    },
    { onError: () => {}, timers },
  )
  await timers.advance(1000)
  expect(released).toEqual([counts])
  await queue.stop()
})

test('a stop interrupts a job, and returns it without counting the attempt', async () => {
  const released: boolean[] = []
  const errors: unknown[] = []
  let isRunning = false
  const queue = startJobQueue(
    {
      claim: async () => ({ attempts: 1 }),
      release: async isCounted => {
        released.push(isCounted)
      },
      run: (_job, signal) =>
        new Promise((_resolve, reject) => {
          isRunning = true
          signal.addEventListener('abort', () => reject(signal.reason))
        }),
      fail: async () => {},
    },
    { onError: error => errors.push(error), timers: createTestTimers() },
  )
  await until(() => isRunning)
  await queue.stop()
  expect({ released, errors }).toEqual({ released: [false], errors: [] })
})

test('a job is stuck after a minute without progress', async () => {
  const timers = createTestTimers()
  let progress = (): void => {}
  const queue = startJobQueue(
    {
      claim: async () => ({ attempts: 1 }),
      release: async () => {},
      run: (_job, signal, onProgress) =>
        new Promise((_resolve, reject) => {
          progress = onProgress
          signal.addEventListener('abort', () => reject(signal.reason))
        }),
      fail: async () => {},
    },
    { onError: () => {}, timers },
  )
  await timers.advance(59_000)
  progress()
  await timers.advance(59_000)
  expect(queue.isAlive()).toBe(true)
  await timers.advance(1000)
  expect(queue.isAlive()).toBe(false)
  progress()
  expect(queue.isAlive()).toBe(true)
  await queue.stop()
})
