import { OperationError } from '@scenewright/model'
import { nearest } from '@scenewright/model/text'
import type { TargetEnvironment } from './environment.ts'
import { requireState } from './goals/deployed.ts'
import { entryOf, withEntry, withJournal } from './state/changes.ts'
import type { State } from './state/state.ts'
import { StateWriter } from './store/state-writer.ts'
import type { StateStore } from './store/store.ts'

/** The options of `release`. */
export interface ReleaseOptions {
  readonly store: StateStore
  readonly environment: TargetEnvironment
  readonly keys: readonly string[]
  readonly run: string
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly pause: (ms: number) => Promise<void>
}

/**
 * Removes the holds of scenarios from the state. If one of them has no hold, throws an OperationError `usage` and
 * releases none.
 */
export async function release({ store, environment, keys, run, now, pause }: ReleaseOptions): Promise<State> {
  const stamp = { run, at: new Date(now()).toISOString() }
  const writer = new StateWriter(store, () => requireState(null, environment), pause)
  requireState(await writer.read(), environment)
  return writer.change(state => {
    // Our change is already there: the reply to the write was lost.
    if (state.journal.entries.some(entry => entry.run === run && entry.what === 'released')) return state
    return [...new Set(keys)].reduce((present, key) => {
      const { hold, ...rest } = entryOf(present, key) ?? {}
      if (hold === undefined || !('is_active' in rest)) throw notHeld(key, state)
      return withJournal(withEntry(present, key, rest), { ...stamp, key, what: 'released' })
    }, state)
  })
}

function notHeld(key: string, { scenarios }: State): OperationError {
  const held = Object.entries(scenarios).flatMap(([other, { hold }]) => (hold === undefined ? [] : [other]))
  const near = nearest(key, held)
  const others = held.length === 0 ? 'no scenario is held' : `held: ${held.join(', ')}`
  return new OperationError('usage', `"${key}" is not held`, {
    help: near === undefined ? others : `did you mean "${near}"?`,
  })
}
