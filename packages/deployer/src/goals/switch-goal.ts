import { OperationError } from '@scenewright/model'
import { hashBase } from '../plan/base.ts'
import { holdText, releaseHelp } from '../plan/hold-text.ts'
import type { Hold, State } from '../state/state.ts'
import { requireEntries } from './deployed.ts'
import type { Goal } from './goal.ts'

/** The options for activating or deactivating scenarios. */
export interface SwitchOptions {
  readonly isActive: boolean
  /** Why no deploy may change them until they are released. */
  readonly hold?: string | undefined
}

/**
 * Activates or deactivates some scenarios, and changes nothing else. A scenario that is not on the service, or is held
 * and should be activated, is an OperationError `usage`.
 */
export function createSwitchGoal(state: State, keys: readonly string[], { isActive, hold }: SwitchOptions): Goal {
  const want = { isActive }
  const scenarios = [...requireEntries(state, keys)].map(([key, entry]) => {
    if (isActive && entry.published === undefined) throw unpublished(key)
    if (isActive && entry.hold !== undefined) throw heldScenario(state, key, entry.hold)
    return { key, want, base: hashBase(entry, want), isSwitched: true as const, ...(hold !== undefined && { hold }) }
  })
  return { scenarios, isWhole: false, isByHand: true }
}

function heldScenario({ environment }: State, key: string, hold: Hold): OperationError {
  return new OperationError('usage', `"${key}" is ${holdText(hold)}`, { help: releaseHelp(key, environment.name) })
}

function unpublished(key: string): OperationError {
  return new OperationError('usage', `"${key}" was never published, so it cannot be activated`, {
    help: 'publish it with `scenewright apply`',
  })
}
