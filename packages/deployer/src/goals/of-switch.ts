import { OperationError } from '@scenewright/model'
import { baseOf } from '../plan/base.ts'
import type { State } from '../state/state.ts'
import { requireEntry } from './deployed.ts'
import type { Goal } from './goal.ts'

/** Some scenarios on or off, and nothing else. What is not on the service is an OperationError `usage`. */
export function goalOfSwitch(state: State, keys: readonly string[], isActive: boolean): Goal {
  const want = { isActive }
  const scenarios = [...new Set(keys)].map(key => {
    const entry = requireEntry(state, key)
    if (isActive && entry.published === undefined) throw unpublished(key)
    return { key, want, base: baseOf(entry, want) }
  })
  return { scenarios, isWhole: false }
}

function unpublished(key: string): OperationError {
  return new OperationError('usage', `"${key}" was never published, so there is nothing to switch on`, {
    help: '`scenewright apply` publishes it',
  })
}
