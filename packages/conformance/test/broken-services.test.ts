import { afterAll, beforeAll, expect, test } from 'vitest'
import { newOwnedPlace } from '../../service/test/support/databases.ts'
import type { RowResult } from '../src/index.ts'
import { allRows } from '../src/rows/all.ts'
import { runConformance } from '../src/run-conformance.ts'
import { runRows } from '../src/run-rows.ts'
import { selectRows } from '../src/select-rows.ts'
import { openSubject, type Subject } from '../src/subject/subject.ts'
import { brokenFields } from './support/broken-fields.ts'
import { brokenServices } from './support/broken-services.ts'
import { createRecording, type Mutation, type Relay, startProxy } from './support/proxy.ts'
import { startWorld, type World } from './support/world.ts'

let world: World
const seen = new Set<string>()
const closing: (() => Promise<void>)[] = []

beforeAll(async () => {
  world = await startWorld(await newOwnedPlace())
})

afterAll(async () => {
  for (const close of closing.reverse()) await close()
  await world.close()
})

/** A twentieth: what a broken service does not do in this time, it never does. */
const little = 0.05

/** The ids of the rows that see what is wrong. */
async function failing(
  mutate: Mutation,
  only: readonly string[],
  { relay, patience }: { readonly relay?: Relay | undefined; readonly patience: number },
): Promise<readonly string[]> {
  const { options } = world
  const proxy = await startProxy(options.baseUrl, mutate, { relay })
  const unpaid = options.unpaid && (await startProxy(options.unpaid.baseUrl ?? '', mutate))
  const results = await runConformance({
    ...options,
    only,
    patience,
    baseUrl: proxy.url,
    ...(options.unpaid !== undefined && unpaid !== undefined && { unpaid: { ...options.unpaid, baseUrl: unpaid.url } }),
    restart: async () => {},
  })
  await proxy.close()
  await unpaid?.close()
  return failedIn(results)
}

function failedIn(results: readonly RowResult[]): readonly string[] {
  expect(results.filter(({ verdict }) => verdict.kind === 'error')).toEqual([])
  const ids = results.filter(({ verdict }) => verdict.kind === 'fail').map(({ id }) => id)
  for (const id of ids) seen.add(id)
  return ids
}

test.each(brokenServices)('a service that $name', async ({ mutate = () => undefined, rows, relay }) => {
  expect(await failing(mutate, rows, { relay, patience: little })).toEqual(rows)
})

test('a service that rejects nothing fails in every row about a rejection', async () => {
  const rows = allRows
    .filter(({ kind, requirement }) => kind !== 'event' && /reject|\b4\d\d\b/.test(requirement))
    .map(({ id }) => id)
  const ids = await failing(({ status }) => (status >= 400 ? { status: 201, body: {} } : undefined), rows, {
    patience: little,
  })
  expect(ids).toEqual(rows)
})

/** A subject for each answer, whose service gets one field after the other wrong in what it has answered once. */
const subjects = new Map<readonly string[], Promise<{ readonly subject: Subject; break(mutate: Mutation): void }>>()

async function openBreakable(only: readonly string[]) {
  let broken: Mutation = () => undefined
  const recording = createRecording()
  const proxy = await startProxy(world.options.baseUrl, message => broken(message), { recording })
  const subject = await openSubject({ ...world.options, baseUrl: proxy.url })
  closing.push(proxy.close, subject.close)
  expect(failedIn(await runRows(selectRows(allRows, only), { ...subject }, () => {}))).toEqual([])
  return {
    subject,
    break(mutate: Mutation) {
      broken = mutate
      recording.replay()
    },
  }
}

test.each(brokenFields)('a service $name', async ({ mutate, only, rows }) => {
  const opening = subjects.get(only) ?? openBreakable(only)
  subjects.set(only, opening)
  const service = await opening
  service.break(mutate)
  // Another subject to the rows: they read the answer anew.
  expect(failedIn(await runRows(selectRows(allRows, only), { ...service.subject }, () => {}))).toEqual(rows)
})

const strangeBodies = [
  null,
  [],
  'text',
  7,
  { data: [null], meta: null },
  { data: 7, versions: {}, matches: [[]], issues: 'x' },
]

// In an object: Vitest takes an array apart.
test.each(strangeBodies.map(body => ({ body })))(
  'a service that answers $body to everything fails, and causes no crash',
  async ({ body }) => {
    const only = allRows.filter(({ kind }) => kind !== 'event').map(({ id }) => id)
    const failed = await failing(({ status }) => (status < 500 ? { body } : undefined), only, { patience: little })
    expect(failed.length).toBeGreaterThan(300)
  },
)

test('every row can fail', () => {
  expect(allRows.map(({ id }) => id).filter(id => !seen.has(id))).toEqual([])
})
