// `deploy SETTINGS`: one apply, as a process that can be ended. It ends with 0 where all was done, and with 143 where it
// was told to stop. With `die` it sends itself a signal, before or after its write of the state of that number.
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { createClient } from '@scenewright/client'
import { openReceipts } from '../../src/apply/receipt-log.ts'
import { createSourcesGoal, type DesiredScenario } from '../../src/goals/sources-goal.ts'
import { apply, type TargetEnvironment } from '../../src/index.ts'
import { openState } from '../../src/store/open-state.ts'
import type { StateStore } from '../../src/store/store.ts'

/** What the process is told; all of it JSON. */
export interface DeploySettings {
  readonly root: string
  readonly home: { readonly type: 'git' } | { readonly type: 'file'; readonly path: string }
  readonly environment: TargetEnvironment
  readonly account: { readonly email: string; readonly apiKey: string }
  readonly sources: readonly DesiredScenario[]
  readonly now: number
  readonly die?: { readonly signal: 'SIGKILL' | 'SIGTERM'; readonly when: 'before' | 'after'; readonly point: number }
}

// The test that starts this wrote it.
const settings = JSON.parse(process.argv[2] ?? '{}') as DeploySettings
let writes = 0
const interrupt = new AbortController()
process.on('SIGTERM', () => interrupt.abort(143))

async function around<Result>(write: () => Promise<Result>): Promise<Result> {
  const { die } = settings
  writes += 1
  if (die?.point === writes && die.when === 'before') process.kill(process.pid, die.signal)
  const result = await write()
  if (die?.point === writes && die.when === 'after') process.kill(process.pid, die.signal)
  return result
}

async function deploy({ root, home, environment, account, sources, now }: DeploySettings): Promise<void> {
  const { signal } = interrupt
  const store = await openState(home, { environment: environment.name, root, env: process.env, signal })
  const watched: StateStore = {
    ...store,
    compareAndSwap: (expected, text) => around(() => store.compareAndSwap(expected, text)),
  }
  const { verdict } = await apply({
    store: watched,
    client: createClient({ url: environment.url, ...account, timeoutMs: environment.timeoutMs }),
    receipts: openReceipts(join(root, '.scenewright', 'receipts', 'prod.ndjson')),
    goal: createSourcesGoal(sources),
    environment,
    run: { id: randomUUID() },
    tool: '0.1.0',
    now: () => now,
    newId: randomUUID,
    pause: (ms, until) => setTimeout(ms, undefined, { signal: until }).catch(() => {}),
    signal,
    onEvent: () => {},
  })
  process.exitCode = signal.aborted ? 143 : verdict === 'done' ? 0 : 3
}

void deploy(settings)
