import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Client, createClient } from '@scenewright/client'
import { documentFormat, documentVersion } from '@scenewright/model'
import { onTestFinished } from 'vitest'
import { openReceipts, type ReceiptLog } from '../src/apply/receipt-log.ts'
import type { ApplyOptions } from '../src/apply/run.ts'
import type { Goal } from '../src/goals/goal.ts'
import { createSourcesGoal, type DesiredScenario } from '../src/goals/sources-goal.ts'
import {
  type ApplyEvent,
  type ApplySummary,
  apply,
  type Plan,
  plan,
  type Resolution,
  resolve,
  type TargetEnvironment,
} from '../src/index.ts'
import { loadState } from '../src/state/read-state.ts'
import type { State } from '../src/state/state.ts'
import { openFileState } from '../src/store/file-store.ts'
import type { StateStore } from '../src/store/store.ts'
import type { FakeService } from './fake-service.ts'

/** A scenario whose reply is `text`. */
export function desired(key: string, text: string, more: Partial<DesiredScenario> = {}): DesiredScenario {
  const nodes = [
    { id: 'a', type: 'FIXED_REPLY', title: 'a', text },
    { id: 'b', type: 'END', title: 'b' },
  ]
  const edges = [{ id: 'a--b', source: 'a', target: 'b', priority: 1, condition: { type: 'ALWAYS' } }]
  return {
    key,
    isActive: true,
    document: {
      format: documentFormat,
      schema_version: documentVersion,
      scenario: {
        title: `Title of ${key}`,
        trigger_description: 'The customer asks.',
        examples: ['one', 'two'],
        min_confidence: 78,
        definition: { start_node_id: 'a', nodes, edges },
      },
    },
    ...more,
  }
}

/** A folder that is gone after the test. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'scenewright-deployer-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Where a test deploys from and to: a state and receipts of its own, and a clock that stands still. */
export interface Workplace {
  readonly store: StateStore
  readonly statePath: string
  readonly receipts: ReceiptLog
  /** Waits for every answer, however long it takes. */
  readonly patientClient: Client
  readonly environment: TargetEnvironment
  readonly clock: { now: number }
  readonly events: ApplyEvent[]
  apply(wanted: readonly DesiredScenario[], more?: Partial<ApplyOptions>): Promise<ApplySummary>
  applyGoal(goal: Goal, more?: Partial<ApplyOptions>): Promise<ApplySummary>
  plan(wanted: readonly DesiredScenario[]): Promise<Plan>
  resolve(key: string, resolution: Resolution): Promise<State>
  state(): Promise<State>
}

export const settleMs = 900_000

export async function workplace(service: FakeService, more: Partial<TargetEnvironment> = {}): Promise<Workplace> {
  const { url, silence } = service
  const folder = await temporaryFolder()
  const statePath = join(folder, 'state', 'prod.json')
  const environment = { name: 'prod', url, bot: 'bot-1', timeoutMs: 400, settleMs, ...more }
  const clock = { now: Date.UTC(2030, 0, 1) }
  const store = openFileState(statePath)
  const receipts = openReceipts(join(folder, 'receipts', 'prod.ndjson'))
  const patientClient = createClient({ url, email: 'a@b.example', apiKey: 'key', timeoutMs: 600_000 })
  const client = silence.watch(patientClient)
  const events: ApplyEvent[] = []
  let lastId = 0
  const newId = () => {
    lastId += 1
    return `id-${lastId}`
  }
  const now = () => clock.now
  const applyGoal = (goal: Goal, options: Partial<ApplyOptions> = {}) =>
    apply({
      store,
      client,
      receipts,
      goal,
      environment,
      run: { id: newId() },
      tool: '0.1.0',
      now,
      newId,
      pause: async () => {},
      signal: new AbortController().signal,
      onEvent: event => events.push(event),
      ...options,
    })
  return {
    store,
    statePath,
    receipts,
    patientClient,
    environment,
    clock,
    events,
    apply: (wanted, options) => applyGoal(createSourcesGoal(wanted), options),
    applyGoal,
    plan: async wanted =>
      plan({ state: await loadState(store), goal: createSourcesGoal(wanted), environment, now: clock.now }),
    resolve: (key, resolution) =>
      resolve({ store, environment, key, resolution, run: 'by-hand', now, pause: async () => {} }),
    async state() {
      const state = await loadState(store)
      if (state === null) throw new Error('no state')
      return state
    },
  }
}

/** Key, action and reason of each scenario of a plan. */
export function lines({ entries }: Plan): string[] {
  return entries.map(({ key, action, reason }) => `${key} ${action} ${reason}`)
}
