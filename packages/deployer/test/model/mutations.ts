import { readState } from '../../src/state/read-state.ts'
import type { Intent, State } from '../../src/state/state.ts'
import { writeState } from '../../src/state/write-state.ts'
import type { StateStore } from '../../src/store/store.ts'
import { type Mutation, timeoutMs } from './world.ts'

/** What the protocol would be without one of its parts. With each of them, there must be duplicates to be found. */
export const mutations: { readonly [name: string]: Mutation } = {
  'without a settle window': { settleMs: -timeoutMs },
  'with a state that is written only after the request': { home: withoutIntents },
  'with intents that are removed when an answer is lost': { home: withoutUnknowns },
  'without the keys that a record had before': { home: withoutFormerKeys },
  'without checking whether a state was moved': { home: withoutMark },
}

/** Intents are in the memory of the process alone, and end with it. */
function withoutIntents(store: StateStore): StateStore {
  const own = new Map<string, Intent>()
  return {
    ...store,
    async read() {
      const stored = await store.read()
      return stored && { ...stored, text: withIntents(stored.text, own) }
    },
    compareAndSwap(expected, text) {
      own.clear()
      return store.compareAndSwap(
        expected,
        strip(text, () => true, own),
      )
    },
  }
}

function withoutUnknowns(store: StateStore): StateStore {
  return {
    ...store,
    compareAndSwap: (expected, text) =>
      store.compareAndSwap(
        expected,
        strip(text, ({ phase }) => phase !== 'prepared'),
      ),
  }
}

function withoutFormerKeys(store: StateStore): StateStore {
  const forget = ({ former_keys: _former, ...entry }: State['scenarios'][string]) => entry
  return {
    ...store,
    compareAndSwap(expected, text) {
      const state = readState(text, 'memory')
      const scenarios = Object.entries(state.scenarios).map(([key, entry]) => [key, forget(entry)])
      return store.compareAndSwap(expected, writeState({ ...state, scenarios: Object.fromEntries(scenarios) }))
    },
  }
}

/** A move marks what is not in use, and no deploy sees it. */
function withoutMark(store: StateStore, isMove: boolean): StateStore {
  if (isMove) return store
  return {
    ...store,
    async read() {
      const stored = await store.read()
      if (stored === null) return null
      const { moved: _moved, ...state } = readState(stored.text, 'memory')
      return { ...stored, text: writeState(state) }
    },
  }
}

/** A state without those of its intents that are lost; what is left of a scenario that has no record is nothing. */
function strip(text: string, isLost: (intent: Intent) => boolean, lost = new Map<string, Intent>()): string {
  const state = readState(text, 'memory')
  const scenarios: [string, State['scenarios'][string]][] = []
  for (const [key, { intent, ...rest }] of Object.entries(state.scenarios)) {
    if (intent === undefined || !isLost(intent))
      scenarios.push([key, intent === undefined ? rest : { ...rest, intent }])
    else {
      lost.set(key, intent)
      if (rest.remote_id !== undefined) scenarios.push([key, rest])
    }
  }
  return writeState({ ...state, scenarios: Object.fromEntries(scenarios) })
}

function withIntents(text: string, intents: ReadonlyMap<string, Intent>): string {
  const state = readState(text, 'memory')
  const scenarios = new Map(Object.entries(state.scenarios))
  for (const [key, intent] of intents) {
    scenarios.set(key, { ...(scenarios.get(key) ?? { is_active: false, history: [] }), intent })
  }
  return writeState({ ...state, scenarios: Object.fromEntries(scenarios) })
}
