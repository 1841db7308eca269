import { OperationError } from '@scenewright/model'
import type { ScenarioState, State } from '../state/state.ts'
import type { StateStore } from '../store/store.ts'
import { deployedDocuments, nothingDeployed, requireEntries } from './deployed.ts'
import type { Goal, Strategy, Wanted } from './goal.ts'
import { createWant } from './sources-goal.ts'

/** The options of a promotion. */
export interface PromotionOptions {
  readonly state: State
  readonly store: StateStore
  /** By default, all running scenarios. */
  readonly keys?: readonly string[]
  readonly strategy?: Strategy
}

/**
 * Creates a goal for one environment from the scenarios that run in another: each published scenario as it was sent
 * there, and active or inactive as there. A scenario whose source was removed there is deactivated. An open request
 * there is an OperationError `person`; an environment without deploys is an OperationError `usage`.
 */
export async function createPromotionGoal({ state, store, keys, strategy }: PromotionOptions): Promise<Goal> {
  const chosen = requireEntries(state, keys ?? Object.keys(state.scenarios))
  if (chosen.size === 0) throw nothingDeployed(state.environment.name)
  const live = [...chosen].flatMap(([key, entry]) => {
    if (entry.intent !== undefined) throw uncertain(key, state)
    return entry.published === undefined ? [] : [{ key, entry, version: entry.published }]
  })
  const documents = await deployedDocuments(store, live)
  const scenarios = live.flatMap(({ key, entry, version }): Wanted[] => {
    const document = documents.get(key)
    if (document === undefined) return []
    const formerKeys = entry.former_keys
    const want = createWant(document, { isActive: isOn(entry), ...(strategy !== undefined && { strategy }) })
    const { commit } = version
    return [
      entry.tombstone === undefined
        ? { key, want, document, ...(formerKeys && { formerKeys }), ...(commit !== undefined && { commit }) }
        : { key, want: null, ...(formerKeys && { formerKeys }) },
    ]
  })
  return { scenarios, isWhole: false, otherKeys: Object.keys(state.scenarios) }
}

function isOn({ is_active, published }: ScenarioState): boolean {
  return is_active ?? published?.activated ?? true
}

function uncertain(key: string, { environment: { name } }: State): OperationError {
  return new OperationError(
    'person',
    `a request for "${key}" is open in "${name}", so the running version there is unknown`,
    {
      help: `resolve it first, see \`scenewright plan --env ${name}\`; or name the keys to promote`,
    },
  )
}
