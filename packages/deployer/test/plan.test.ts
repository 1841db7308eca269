import { canonicalHash, payloadHash } from '@scenewright/model/canonical-json'
import { expect, test } from 'vitest'
import { createPlanFileGoal, type PlanFile, planFile } from '../src/goals/plan-file.ts'
import { createSourcesGoal, type DesiredScenario } from '../src/goals/sources-goal.ts'
import { createSwitchGoal } from '../src/goals/switch-goal.ts'
import { plan, planJson, status } from '../src/index.ts'
import type { PlanInput } from '../src/plan/plan.ts'
import { readState } from '../src/state/read-state.ts'
import type { Intent, ScenarioState, State } from '../src/state/state.ts'
import { writeState } from '../src/state/write-state.ts'
import { startFakeService } from './fake-service.ts'
import { schema } from './schema.ts'
import { desired, lines, workplace } from './workplace.ts'

const environment = {
  name: 'prod',
  url: 'https://bots.example.com',
  bot: 'bot-1',
  timeoutMs: 30_000,
  settleMs: 900_000,
}
const at = '2030-01-01T00:00:00.000Z'
const settled = Date.parse('2030-01-01T01:00:00.000Z')
const hashOf = (one: DesiredScenario) => payloadHash(one.document)
const otherHash = canonicalHash('other')

const source = desired('a', 'Hello')
const off = desired('a', 'Hello', { isActive: false })
const live: ScenarioState = {
  remote_id: 'r',
  is_active: true,
  history: [],
  published: { payload_hash: hashOf(source), version_id: 'v', at, activated: true },
}
const draft = { payload_hash: hashOf(source), version_id: 'v2', at }
const { published: _published, ...created } = { ...live, is_active: false, draft }
const outdated: ScenarioState = {
  ...live,
  published: { payload_hash: otherHash, version_id: 'v', at, activated: true },
}
const tombstone = { run: 'r1', at }

function open(kind: Intent['kind'], more: Partial<Intent> = {}): Intent {
  return {
    op_id: 'op',
    kind,
    payload_hash: hashOf(source),
    run: 'r1',
    prepared_at: at,
    send_before: '2030-01-01T00:00:30.000Z',
    settle_until: '2030-01-01T00:15:30.000Z',
    phase: 'unknown',
    ...more,
  }
}

function stateOf(scenarios: Record<string, ScenarioState>): State {
  const { name, url, bot } = environment
  return {
    format: 1,
    lineage: 'l',
    serial: 7,
    tool: '0.1.0',
    environment: { name, url, bot },
    scenarios,
    journal: { entries: [{ at, run: 'r1', key: 'a', what: 'created' }] },
  }
}

interface Row {
  readonly name: string
  readonly entry?: ScenarioState
  readonly sources?: readonly DesiredScenario[]
  readonly now?: number
  readonly expected: string
  readonly steps: string
}

const early = Date.parse(at) + 1000
const create = open('create')
const rows: readonly Row[] = [
  { name: 'no entry', expected: 'a create new', steps: 'create publish+' },
  { name: 'no entry, inactive', sources: [off], expected: 'a create new', steps: 'create publish-' },
  { name: 'the same', entry: live, expected: 'a none unchanged', steps: '' },
  { name: 'another payload', entry: outdated, expected: 'a update changed', steps: 'update publish+' },
  { name: 'created', entry: created, expected: 'a publish draft-on-service', steps: 'publish+' },
  { name: 'created, off', entry: created, sources: [off], expected: 'a publish draft-on-service', steps: 'publish-' },
  {
    name: 'a draft without a version',
    entry: { ...created, draft: { payload_hash: hashOf(source), at } },
    expected: 'a update version-unknown',
    steps: 'update publish+',
  },
  {
    name: 'a draft of another version over the desired one',
    entry: { ...live, draft: { ...draft, payload_hash: otherHash } },
    expected: 'a update changed',
    steps: 'update publish+',
  },
  { name: 'off', entry: { ...live, is_active: false }, expected: 'a activate switched-on', steps: 'activate' },
  {
    name: 'active, to be deactivated',
    entry: live,
    sources: [off],
    expected: 'a deactivate switched-off',
    steps: 'deactivate',
  },
  {
    name: 'changed, to be deactivated',
    entry: outdated,
    sources: [off],
    expected: 'a deactivate switched-off',
    steps: 'deactivate update publish-',
  },
  {
    name: 'an uncertain switch',
    entry: { ...live, is_active: null },
    expected: 'a activate switched-on',
    steps: 'activate',
  },
  { name: 'no source', entry: live, sources: [], expected: 'a deactivate source-removed', steps: 'deactivate' },
  {
    name: 'no source, inactive',
    entry: { ...live, is_active: false },
    sources: [],
    expected: 'a none source-removed',
    steps: '',
  },
  {
    name: 'a source that was removed long ago',
    entry: { ...live, is_active: false, tombstone },
    sources: [],
    expected: '',
    steps: '',
  },
  {
    name: 'a source that returns',
    entry: { ...live, is_active: false, tombstone },
    expected: 'a activate source-returned',
    steps: 'activate',
  },
  {
    name: 'a source that returns, inactive',
    entry: { ...live, is_active: false, tombstone },
    sources: [off],
    expected: 'a none source-returned',
    steps: '',
  },
  {
    name: 'a new key',
    entry: live,
    sources: [{ ...source, key: 'b', renamedFrom: 'a' }],
    expected: 'b none renamed',
    steps: '',
  },
  {
    name: 'a new key, changed',
    entry: outdated,
    sources: [{ ...source, key: 'b', renamedFrom: 'a' }],
    expected: 'b update changed',
    steps: 'update publish+',
  },
  ...(['create', 'update', 'publish', 'activate'] as const).map(kind => ({
    name: `an open ${kind}`,
    entry: { ...live, intent: open(kind) },
    now: early,
    expected: 'a unknown unknown-open',
    steps: '',
  })),
  {
    name: 'an open create after the settle window',
    entry: { is_active: false, history: [], intent: create },
    expected: 'a unknown unknown-open',
    steps: '',
  },
  {
    name: 'an open create without a source',
    entry: { is_active: false, history: [], intent: create },
    sources: [],
    expected: 'a unknown unknown-open',
    steps: '',
  },
  {
    name: 'a prepared update after the settle window',
    entry: { ...live, intent: open('update', { phase: 'prepared' }) },
    expected: 'a update settled-retry',
    steps: 'update publish+',
  },
  {
    name: 'a settled publish',
    entry: { ...created, intent: open('publish', { activate: true, version_id: 'v2' }) },
    expected: 'a publish settled-retry',
    steps: 'publish+',
  },
  {
    name: 'a settled publish, now to be deactivated',
    entry: { ...created, intent: open('publish', { activate: true, version_id: 'v2' }) },
    sources: [off],
    expected: 'a deactivate settled-retry',
    steps: 'deactivate publish-',
  },
  {
    name: 'a settled switch',
    entry: { ...live, intent: open('activate', { activate: false }) },
    expected: 'a activate settled-retry',
    steps: 'activate',
  },
  {
    name: 'a settled switch of a scenario that has changed since',
    entry: { ...outdated, intent: open('activate', { activate: false }) },
    expected: 'a update settled-retry',
    steps: 'update publish+',
  },
  {
    name: 'a settled update without a source, inactive',
    entry: { ...live, is_active: false, intent: open('update') },
    sources: [],
    expected: 'a none settled-retry',
    steps: '',
  },
]

function planOf({ entry, sources = [source], now = settled }: Omit<Row, 'name' | 'expected' | 'steps'>) {
  return plan({
    state: stateOf(entry === undefined ? {} : { a: entry }),
    goal: createSourcesGoal(sources),
    environment,
    now,
  })
}

test.each(rows)('$name results in "$expected": $steps', ({ expected, steps, ...row }) => {
  const made = planOf(row)
  expect(lines(made).join()).toBe(expected)
  const found = made.entries.flatMap(entry => entry.steps)
  expect(found.map(step => step.kind + ('activate' in step ? (step.activate ? '+' : '-') : '')).join(' ')).toBe(steps)
})

test('a state with a prototype as key, and an empty one, plan like any other', () => {
  const keys = ['__proto__', 'constructor']
  const sources = keys.map(key => desired(key, 'Hello'))
  expect(lines(plan({ state: null, goal: createSourcesGoal(sources), environment, now: settled }))).toEqual([
    '__proto__ create new',
    'constructor create new',
  ])
})

test('two scenarios with the same old name are rejected', () => {
  const sources = ['b', 'c'].map(key => ({ ...source, key, renamedFrom: 'a' }))
  expect(() => planOf({ entry: live, sources })).toThrow(expect.objectContaining({ code: 'sources' }))
})

test.each([
  [
    'a source is still there',
    [source, { ...source, key: 'b', renamedFrom: 'a' }],
    ['a none unchanged', 'b create new'],
  ],
  [
    'it was never deployed',
    [{ ...source, key: 'b', renamedFrom: 'z' }],
    ['a deactivate source-removed', 'b create new'],
  ],
] as const)('renamed_from has no effect if %s', (_name, sources, expected) => {
  expect(lines(planOf({ entry: live, sources }))).toEqual(expected)
})

const wanted = (key: string, renamedFrom?: string) => {
  return { ...source, key, ...(renamedFrom !== undefined && { renamedFrom }) }
}
const moved: ScenarioState = { ...live, former_keys: ['a'] }
const gone: ScenarioState = { ...live, remote_id: 'r2', is_active: false, tombstone }

test.each([
  ['a rename is reverted', { b: moved }, [wanted('a')], ['a none renamed < b']],
  [
    'a renamed source is removed, and the first one comes back',
    { b: { ...moved, ...gone } },
    [wanted('a')],
    ['a activate source-returned < b'],
  ],
  [
    'a chain of renames goes back to its start',
    { c: { ...live, former_keys: ['b', 'a'] } },
    [wanted('a')],
    ['a none renamed < c'],
  ],
  ['a rename was already made under another key', { b: moved }, [wanted('c', 'a')], ['c none renamed < b']],
  [
    'the last key before comes back, and so does an earlier one',
    { c: { ...live, former_keys: ['b', 'a'] } },
    [wanted('a'), wanted('b')],
    ['a create new', 'b none renamed < c'],
  ],
  [
    'the record is still wanted under its present key',
    { b: moved },
    [wanted('a'), wanted('b')],
    ['a create new', 'b none unchanged'],
  ],
  [
    'one of two records with that former key is still on',
    { b: { ...gone, former_keys: ['a'] }, c: moved },
    [wanted('a')],
    ['a none renamed < c'],
  ],
  [
    'a source says that it was renamed, and another one has a key from before',
    { b: moved },
    [wanted('a'), wanted('c', 'b')],
    ['a create new', 'c none renamed < b'],
  ],
  [
    'the request of a rename is open',
    { b: { ...moved, intent: open('update') } },
    [wanted('a')],
    ['a none rename-waits', 'b unknown unknown-open'],
  ],
] as const)('if %s, no key gets a second record', (_name, entries, sources, expected) => {
  const state = stateOf(entries)
  const now = Date.parse('2030-01-01T00:01:00.000Z')
  const made = plan({ state, goal: createSourcesGoal(sources), environment, now })
  const shown = made.entries.map(({ renamedFrom, ...entry }) => {
    return [
      entry.key,
      entry.action,
      entry.reason,
      ...(renamedFrom !== undefined && entry.reason !== 'rename-waits' ? ['<', renamedFrom] : []),
    ].join(' ')
  })
  expect(shown).toEqual(expected)
})

test('a saved plan creates no record for a key that was renamed since, unless another key uses it', () => {
  const made = (scenarios: Record<string, ScenarioState>, sources: readonly DesiredScenario[]) =>
    planFile(plan({ state: stateOf(scenarios), goal: createSourcesGoal(sources), environment, now: settled }), {
      tool: '1',
    })
  const carriedOut = (file: PlanFile, scenarios: Record<string, ScenarioState>) =>
    lines(plan({ state: stateOf(scenarios), goal: createPlanFileGoal(file, environment), environment, now: settled }))
  expect(carriedOut(made({}, [wanted('a')]), { b: moved })).toEqual(['a none stale'])
  expect(carriedOut(made({ b: moved }, [wanted('a'), wanted('b')]), { b: moved })).toEqual(['a create new'])
})

const isPlan = schema('plan')
const isState = schema('state')

test.each(rows)(
  'the JSON of "$name" matches its schema, and so does its state',
  ({ expected: _, steps: __, ...row }) => {
    const json = planJson(planOf(row))
    expect([isPlan(json), isPlan.errors]).toEqual([true, null])
    expect(json).toMatchObject({ environment: 'prod', serial: 7 })
    const state = stateOf(row.entry === undefined ? {} : { a: row.entry })
    expect([isState(state), isState.errors]).toEqual([true, null])
    expect(readState(writeState(state), 'here')).toEqual(state)
  },
)

const intact = stateOf({
  a: { ...live, created: { run: 'r', at }, draft, layout_hash: otherHash, history: [], intent: create },
})

test.each(everyChange(intact))('a state with %s is rejected by its schema and by its reader', (_name, changed) => {
  expect(isState(changed)).toBe(false)
  expect(() => readState(JSON.stringify(changed), 'here')).toThrow(expect.objectContaining({ code: 'state' }))
})

/** The same value with each field in turn missing where it is required, of another type, or unknown. */
function everyChange(value: unknown): [string, unknown][] {
  const changes: [string, unknown][] = []
  const visit = (node: unknown, path: readonly string[]) => {
    if (typeof node !== 'object' || node === null) {
      changes.push([`/${path.join('/')} as a list`, withValue(value, path, [7])])
      return
    }
    changes.push([`/${path.join('/')} as a number`, withValue(value, path, 7)])
    const isOpen = path.at(-1) === 'scenarios' || Array.isArray(node)
    changes.push([`/${path.join('/')} with one more`, withValue(value, [...path, isOpen ? 'x' : 'unknown'], { no: 1 })])
    for (const [field, one] of Object.entries(node)) visit(one, [...path, field])
  }
  visit(value, [])
  return changes.filter(([name]) => !name.includes('history with') && !name.includes('entries with'))
}

function withValue(value: unknown, [first, ...rest]: readonly string[], put: unknown): unknown {
  if (first === undefined) return put
  if (Array.isArray(value))
    return value.map((one, index) => (String(index) === first ? withValue(one, rest, put) : one))
  const fields = value as Record<string, unknown>
  return { ...fields, [first]: withValue(fields[first], rest, put) }
}

test('the counts of a plan add up to its scenarios', () => {
  const input: PlanInput = {
    state: stateOf({
      same: live,
      gone: live,
      off: { ...live, is_active: false },
      open: { ...live, intent: open('update') },
      held: { ...live, hold: { reason: 'audit', run: 'r', at } },
    }),
    goal: createSourcesGoal(['same', 'off', 'open', 'new', 'held'].map(key => ({ ...source, key }))),
    environment,
    now: early,
  }
  const { counts, entries, hasChanges } = plan(input)
  expect(counts).toEqual({
    create: 1,
    update: 0,
    publish: 0,
    activate: 1,
    deactivate: 1,
    waiting: 1,
    stale: 0,
    held: 1,
    edited: 0,
    recorded: 0,
    unchanged: 1,
  })
  expect(Object.values(counts).reduce((sum, one) => sum + one)).toBe(entries.length)
  expect(hasChanges).toBe(true)
})

test('the counts add up for a scenario that is held while its request is open', () => {
  const state = stateOf({ open: { ...live, intent: open('update') } })
  const goal = createSwitchGoal(state, ['open'], { isActive: false, hold: 'audit' })
  const { counts, entries } = plan({ state, goal, environment, now: early })
  expect(counts).toMatchObject({ waiting: 1, recorded: 0, unchanged: 0 })
  expect(Object.values(counts).reduce((sum, one) => sum + one)).toBe(entries.length)
})

test('the status shows what is deployed, since when, and who closes open requests', () => {
  const state = stateOf({
    b: { ...live, intent: open('update') },
    a: { is_active: false, history: [], intent: create },
    c: { ...live, is_active: false, tombstone },
  })
  const lease = { run: 'r1', acquired: at, heartbeat: at, ttl_ms: 60_000 }
  const told = status({ ...state, lease }, early)
  expect(told).toMatchObject({ serial: 7, lease: { isLive: true } })
  expect(told.scenarios.map(({ key, open: one, removedAt }) => [key, one?.waitsFor, removedAt])).toEqual([
    ['a', 'person', undefined],
    ['b', 'time', undefined],
    ['c', undefined, at],
  ])
  expect(status({ ...state, lease }, settled)).toMatchObject({ lease: { isLive: false } })
  expect(status(state, settled).scenarios[1]?.open?.waitsFor).toBe('apply')
})

test('dependencies that an update cannot send are marked', () => {
  const document = { ...source.document, dependencies: { functions: [{ name: 'f' }] } }
  const [entry] = planOf({ entry: live, sources: [{ ...source, document }] }).entries
  expect(entry).toMatchObject({ reason: 'changed', keepsDependencies: true })
})

test('a plan names the commit that the last run deployed, also if that run sent no text', async () => {
  const place = await workplace(await startFakeService())
  const commit = 'c0ffee1'
  const [a, b] = [desired('a', 'Hello', { commit }), desired('b', 'Hi', { commit })]
  const applied = async () => (await place.plan([a])).applied
  await place.apply([a, b], { run: { id: 'first', commit } })
  expect(await applied()).toMatchObject({ run: 'first', commit })
  await place.apply([a], { run: { id: 'second', commit: 'decade2' } })
  expect(await applied()).toMatchObject({ run: 'second', commit: 'decade2' })
  await place.applyGoal(createSwitchGoal(await place.state(), ['a'], { isActive: false }), { run: { id: 'third' } })
  expect(await applied()).toEqual({ at: expect.any(String), run: 'third' })
})
