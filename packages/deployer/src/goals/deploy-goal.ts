import { OperationError } from '@scenewright/model'
import { hashBase } from '../plan/base.ts'
import type { Deploy, Published, ScenarioState, State } from '../state/state.ts'
import { deployedDocument } from './deployed.ts'
import type { Goal, Strategy, Wanted } from './goal.ts'
import type { RollbackOptions } from './rollback-goal.ts'
import { createWant } from './sources-goal.ts'

/**
 * The result of an earlier deploy, whatever followed: each scenario as it was published then, and inactive if it did
 * not exist. `to` is the beginning of a commit or a run id; the last matching deploy counts. If there is none, that is
 * an OperationError `usage`.
 */
export async function createDeployGoal({
  state,
  store,
  to,
  strategy,
  hold,
}: Omit<RollbackOptions, 'keys'> & { readonly to: string }): Promise<Goal> {
  const end = endOf(state, to)
  const scenarios: Wanted[] = []
  for (const [key, entry] of Object.entries(state.scenarios)) {
    const want = await wantedAt(key, entry, { end, store, strategy })
    if (want !== undefined) scenarios.push({ ...want, ...(hold !== undefined && { hold }) })
  }
  return { scenarios, isWhole: false, isByHand: true, otherKeys: Object.keys(state.scenarios) }
}

/** When the next deploy began; undefined if it was the last. */
function endOf({ deploys = [] }: State, to: string): string | undefined {
  const named = ({ run, commit }: Deploy) => run.startsWith(to) || commit?.startsWith(to) === true
  const index = deploys.findLastIndex(named)
  if (index < 0) throw unknownDeploy(to, deploys)
  return deploys[index + 1]?.at
}

interface Context extends Pick<RollbackOptions, 'store'> {
  readonly strategy: Strategy | undefined
  readonly end: string | undefined
}

/** Undefined if nothing has changed since. */
async function wantedAt(
  key: string,
  entry: ScenarioState,
  { end, store, strategy }: Context,
): Promise<Wanted | undefined> {
  const isThen = ({ at }: { readonly at: string }) => end === undefined || at < end
  const { published, history, tombstone, is_active } = entry
  const isRemovedSince = tombstone !== undefined && !isThen(tombstone)
  const version = [published, ...history].find((one): one is Published => one !== undefined && isThen(one))
  if (version === undefined) {
    const want = { isActive: false }
    return published === undefined ? undefined : { key, want, base: hashBase(entry, want) }
  }
  if (version === published && !isRemovedSince && entry.draft === undefined) return undefined
  const document = await deployedDocument(store, key, version)
  const isActive = isRemovedSince ? version.activated : (is_active ?? true)
  const want = createWant(document, { isActive, ...(strategy !== undefined && { strategy }) })
  const { commit } = version
  return { key, want, document, base: hashBase(entry, want), ...(commit !== undefined && { commit }) }
}

function unknownDeploy(to: string, deploys: readonly Deploy[]): OperationError {
  const latest = deploys
    .slice(-5)
    .toReversed()
    .map(({ run, at, commit }) => `${run} (${at}${commit === undefined ? '' : `, commit ${commit.slice(0, 7)}`})`)
  return new OperationError('usage', `no deploy in the state has the commit or the run "${to}"`, {
    help: latest.length === 0 ? 'nothing was deployed yet' : `the last deploys: ${latest.join(', ')}`,
  })
}
