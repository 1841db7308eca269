import { join } from 'node:path'
import { type Client, createClient } from '@scenewright/client'
import { OperationError } from '@scenewright/model'
import { expect } from 'vitest'
import { openReceipts } from '../../src/apply/receipt-log.ts'
import type { ApplyOptions } from '../../src/apply/run.ts'
import { moveState } from '../../src/backup/move-state.ts'
import type { Goal } from '../../src/goals/goal.ts'
import { createSourcesGoal, type DesiredScenario } from '../../src/goals/sources-goal.ts'
import { apply, plan, type Resolution, resolve, type TargetEnvironment } from '../../src/index.ts'
import { entryOf, recordsOf } from '../../src/state/changes.ts'
import { loadState, readState } from '../../src/state/read-state.ts'
import type { ScenarioState, State } from '../../src/state/state.ts'
import { openState } from '../../src/store/open-state.ts'
import type { StateStore } from '../../src/store/store.ts'
import { committedState, gitEnvironment, projectWithRemote } from '../git-repositories.ts'
import { desired, temporaryFolder } from '../workplace.ts'
import type { SeenRecord, Traffic } from './fault-proxy.ts'
import type { Rounds } from './rounds.ts'
import type { Stage } from './stage.ts'

const settleMs = 900_000

type Home = { readonly type: 'git' } | { readonly type: 'file'; readonly path: string }

/** One bot, the state and the receipts of its deploys, and a clock that only a test moves. */
export interface Deployment {
  readonly traffic: Traffic
  readonly clock: { now: number }
  readonly environment: TargetEnvironment
  /** The project's folder. */
  readonly root: string
  readonly home: Home
  /** The state backend, for reading after a deploy. */
  readonly store: StateStore
  /** The state that is stored, read past the store. */
  present(): Promise<State | null>
  /** The store as a process of its own sees it; aborted when that process is to end. */
  openHome(signal?: AbortSignal): Promise<StateStore>
  /** Waits for every answer, however long it takes. */
  readonly client: Client
  sources(round: number): readonly DesiredScenario[]
  goal(sources: readonly DesiredScenario[]): Goal
  /** Moves the state to another home; rejects where a run is at work. */
  move(next: Home): Promise<void>
  /** Makes a scenario on the service as a person does; resolves with the id of its record. */
  makeByHand(key: string): Promise<string>
  /** Resolves when the run has ended, as it may; whatever it throws for the world is left to the state. */
  apply(sources: readonly DesiredScenario[], more?: Partial<ApplyOptions>): Promise<void>
  /** Brings a deploy that went wrong to its end, as a person would, and holds it against the invariants. */
  recover(round: number): Promise<void>
  /** All that was published before a round is there, and the draft that it begins with. */
  prepare(round: number): Promise<void>
}

export async function openDeployment(stage: Stage, rounds: Rounds, homeType: 'file' | 'git'): Promise<Deployment> {
  const bot = await stage.newBot()
  const repositories = homeType === 'git' ? await projectWithRemote() : undefined
  const root = repositories?.project ?? (await temporaryFolder())
  const traffic = stage.proxy.of(bot)
  const clock = { now: Date.UTC(2030, 0, 1) }
  const environment = { name: 'prod', url: stage.proxy.url, bot, timeoutMs: 600_000, settleMs }
  const receipts = openReceipts(join(root, '.scenewright', 'receipts', 'prod.ndjson'))
  let home: Home = homeType === 'git' ? { type: homeType } : { type: homeType, path: 'state.json' }
  const openHome = (signal = new AbortController().signal, which = home) =>
    openState(which, { environment: 'prod', root, env: gitEnvironment, signal })
  let store = await openHome()
  const present = async () => {
    if (repositories === undefined) return loadState(store)
    const text = await committedState(repositories.bare)
    return text === undefined ? null : readState(text, 'in git')
  }
  const goal = (sources: readonly DesiredScenario[]) => createSourcesGoal(sources, { strategy: rounds.strategy })
  const client = createClient({ url: stage.proxy.url, ...stage.account, timeoutMs: environment.timeoutMs })
  const deployment: Deployment = {
    traffic,
    clock,
    environment,
    root,
    get home() {
      return home
    },
    get store() {
      return store
    },
    present,
    openHome: signal => openHome(signal),
    goal,
    client,
    async move(next) {
      const to = await openHome(undefined, next)
      await moveState({ from: store, to, environment, run: newId(), now: () => clock.now })
      home = next
      store = to
    },
    async makeByHand(key) {
      const direct = createClient({ url: stage.url, ...stage.account, timeoutMs: environment.timeoutMs })
      const { document } = desired(key, 'By hand')
      const { unique_id: scenario, versions } = await direct.importScenario(bot, document)
      await direct.publishVersion({ bot, scenario, version: versions[0]?.unique_id ?? '' }, true)
      return scenario
    },
    sources: rounds.sources,
    async apply(sources, more = {}) {
      const target = { store, client, receipts, environment }
      const options = { ...target, goal: goal(sources), ...settings(clock) }
      await apply({ ...options, run: { id: newId() }, ...more }).catch(ofTheWorld)
    },
    async prepare(round) {
      const before = rounds.sources(round - 1)
      if (before.length > 0 && round === 0) await deployment.apply(before)
      if (rounds.draft === undefined) return
      const next = rounds.sources(round).find(({ key }) => key === rounds.draft)
      const sources = before.map(one => (one.key === rounds.draft && next !== undefined ? next : one))
      const interrupt = new AbortController()
      await deployment.apply(sources, {
        signal: interrupt.signal,
        concurrency: 1,
        onEvent: ({ event }) => event === 'receipt' && interrupt.abort(),
      })
    },
    async recover(round) {
      await traffic.idle()
      const sources = rounds.sources(round)
      let state = await present()
      for (let tries = 0; tries < 4 && !isDone(deployment, sources, state); tries += 1) {
        const answering = { deployment, sources }
        const isOpen = await answerAll(state, { ...answering, receipts: tries % 2 === 0 ? receipts : undefined })
        clock.now += 2 * settleMs
        if (isOpen) await answerAll(await present(), { ...answering, receipts })
        await deployment.apply(sources)
        state = await present()
      }
      expectDeployed(deployment, sources, { state, rounds })
    },
  }
  holdCreatesToTheirIntents(deployment)
  return deployment
}

let lastId = 0

/** Unique beyond this process, since others write to the same state. */
export function newId(): string {
  lastId += 1
  return `${process.pid}-${lastId}`
}

function settings(clock: { readonly now: number }) {
  return {
    tool: '0.1.0',
    now: () => clock.now,
    newId,
    pause: async () => {},
    signal: new AbortController().signal,
    onEvent: () => {},
  }
}

/** A run that refuses to go on has said so; anything else is a fault of ours. */
export function ofTheWorld(error: unknown): void {
  if (!(error instanceof OperationError)) throw error
}

function isDone({ goal, environment, clock }: Deployment, sources: readonly DesiredScenario[], state: State | null) {
  const { hasChanges, counts } = plan({ state, goal: goal(sources), environment, now: clock.now })
  return !hasChanges && counts.waiting === 0
}

/** I2: a create that reaches the service has an intent of its own, which is in the state. */
function holdCreatesToTheirIntents({ traffic, present }: Deployment): void {
  const used = new Set<string>()
  traffic.onCreate = async title => {
    const state = await present()
    const entry = new Map(Object.entries(state?.scenarios ?? {})).get(title.replace('Title of ', ''))
    const { kind, op_id = '' } = entry?.intent ?? {}
    traffic.broken.push(...(kind === 'create' && !used.has(op_id) ? [] : [`"${title}" was sent without an intent`]))
    used.add(op_id)
  }
}

interface Answering {
  readonly deployment: Deployment
  readonly sources: readonly DesiredScenario[]
  readonly receipts: Pick<ReturnType<typeof openReceipts>, 'read'> | undefined
}

/**
 * I4: whatever state was left can be planned and resolved. A person closes what may be closed by now; true where
 * something has to wait.
 */
async function answerAll(state: State | null, { deployment, sources, receipts }: Answering): Promise<boolean> {
  const { clock, environment, goal, store, traffic } = deployment
  const now = () => clock.now
  let isOpen = false
  plan({ state, goal: goal(sources), environment, now: clock.now })
  const known = new Set(Object.values(state?.scenarios ?? {}).flatMap(recordsOf))
  for (const [key, { intent }] of Object.entries(state?.scenarios ?? {})) {
    if (intent?.kind !== 'create') continue
    const answer = (resolution: Resolution) =>
      resolve({ store, environment, key, resolution, run: newId(), now, pause: async () => {} }).catch(async error => {
        // A process that was killed may leave a `git push` behind, which answers before the person does.
        const late = entryOf(await deployment.present(), key)?.intent
        if (late?.op_id === intent.op_id) throw error
      })
    const noted = (await receipts?.read())?.filter(({ op_id }) => op_id === intent.op_id) ?? []
    const made = [...traffic.records.values()].find(one => one.title === `Title of ${key}` && !known.has(one.unique_id))
    if (noted.length > 0) await answer({ kind: 'receipts', receipts: noted })
    else if (made !== undefined) await answer({ kind: 'created', remoteId: made.unique_id })
    else if (now() >= Date.parse(intent.settle_until)) await answer({ kind: 'not-created' })
    else {
      await expect(answer({ kind: 'not-created' })).rejects.toMatchObject({ code: 'person' })
      isOpen = true
    }
  }
  return isOpen
}

/** I1 and I3, and that the service does what was wanted last, and nothing else. */
function expectDeployed(
  { clock, environment, goal, traffic }: Deployment,
  sources: readonly DesiredScenario[],
  { state, rounds }: { readonly state: State | null; readonly rounds: Rounds },
): void {
  const again = plan({ state, goal: goal(sources), environment, now: clock.now })
  expect(again.entries.filter(({ action }) => action !== 'none')).toEqual([])
  expect(again.hasChanges).toBe(false)
  expect(traffic.broken).toEqual([])
  if (rounds.strategy !== 'replace') expect(new Set(traffic.created).size).toBe(traffic.created.length)
  const scenarios = new Map<string, ScenarioState>(Object.entries(state?.scenarios ?? {}))
  const known = [...scenarios.values()].flatMap(recordsOf)
  expect([...known].sort()).toEqual([...traffic.records.keys()].sort())
  const on = new Set<string>()
  for (const { key, isActive, document } of sources) {
    const id = scenarios.get(key)?.remote_id ?? ''
    if (isActive) on.add(id)
    expect(publishedBy(traffic.records.get(id)), key).toEqual(document.scenario.definition)
  }
  const active = [...traffic.records.values()].filter(one => one.is_active).map(one => one.unique_id)
  expect(new Set(active)).toEqual(on)
}

function publishedBy(record: SeenRecord | undefined): unknown {
  return record?.versions.find(({ status }) => status === 'PUBLISHED')?.definition
}
