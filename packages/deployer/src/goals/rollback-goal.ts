import { OperationError } from '@scenewright/model'
import { hashBase } from '../plan/base.ts'
import type { Published, ScenarioState, State } from '../state/state.ts'
import type { StateStore } from '../store/store.ts'
import { deployedDocument, requireEntries } from './deployed.ts'
import type { Goal, Strategy, Wanted } from './goal.ts'
import { createWant } from './sources-goal.ts'

/** The options of a rollback. */
export interface RollbackOptions {
  readonly state: State
  readonly store: StateStore
  readonly keys: readonly string[]
  /** The beginning of a payload's hash, a version's id or a commit; by default the previous version. */
  readonly to?: string
  readonly strategy?: Strategy
  /** Why no deploy may change them until they are released. */
  readonly hold?: string | undefined
}

/**
 * The previously published payloads, without git, or those that `to` names, which may be published now. A key without
 * such a version is an OperationError `usage`, a payload that is no longer stored is an OperationError `state`.
 */
export async function createRollbackGoal({ state, store, keys, to, strategy, hold }: RollbackOptions): Promise<Goal> {
  const scenarios: Wanted[] = []
  for (const [key, entry] of requireEntries(state, keys)) {
    const version = wantedVersion(key, entry, to)
    const document = await deployedDocument(store, key, version)
    const isActive = entry.is_active ?? true
    const want = createWant(document, { isActive, ...(strategy !== undefined && { strategy }) })
    const { commit } = version
    const base = hashBase(entry, want)
    const known = { ...(commit !== undefined && { commit }), ...(hold !== undefined && { hold }) }
    scenarios.push({ key, want, document, base, ...known })
  }
  return { scenarios, isWhole: false, isByHand: true }
}

const nothingPublished = 'nothing was published yet'

function wantedVersion(key: string, { published, history }: ScenarioState, to: string | undefined): Published {
  const versions = published === undefined ? history : [published, ...history]
  if (to === undefined) {
    const previous = history.find(({ payload_hash }) => payload_hash !== published?.payload_hash)
    if (previous !== undefined) return previous
    throw new OperationError('usage', `"${key}" has no earlier version`, {
      help:
        versions.length === 0
          ? nothingPublished
          : 'the published version is the only one that was deployed with this state',
    })
  }
  const found = versions.filter(version => namesOf(version).some(name => name.startsWith(to)))
  const [first] = found
  if (first !== undefined && found.every(({ payload_hash }) => payload_hash === first.payload_hash)) return first
  throw new OperationError(
    'usage',
    `"${to}" names ${first === undefined ? 'no' : 'more than one'} version of "${key}"`,
    {
      help: versions.length === 0 ? nothingPublished : `its versions: ${versions.map(describe).join(', ')}`,
    },
  )
}

function namesOf({ payload_hash, version_id, commit }: Published): readonly string[] {
  return [payload_hash, version_id, ...(commit === undefined ? [] : [commit])]
}

function describe({ payload_hash, at, commit }: Published): string {
  const from = commit === undefined ? '' : `, commit ${commit.slice(0, 7)}`
  return `${payload_hash.slice(0, 12)} (${at}${from})`
}
