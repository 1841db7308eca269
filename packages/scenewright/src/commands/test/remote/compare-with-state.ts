import { type PlanAction, type PlanEntry, plan } from '@scenewright/deployer'
import { createSourcesGoal } from '@scenewright/deployer/goals'
import { loadState, type StateStore } from '@scenewright/deployer/state'
import { type ImportDocument, OperationError } from '@scenewright/model'
import type { OpenProject } from '@scenewright/workspace'
import { desiredScenarios, type Target } from '../../deploy/deploy.ts'

/** Whether the bot matches the sources, according to the state. */
export type Deployed =
  | { readonly kind: 'same' }
  | { readonly kind: 'different'; readonly scenarios: readonly DifferentScenario[] }
  | { readonly kind: 'unknown'; readonly reason: string }

/** A scenario that an apply would change, and its version on the service, if it is stored. */
interface DifferentScenario {
  readonly key: string
  readonly action: PlanAction
  readonly deployed?: ImportDocument
}

/** Compares the sources with the state of an environment: the differences are what an apply would change. */
export async function compareWithState({ scenarios }: OpenProject, target: Target): Promise<Deployed> {
  const { environment, store, receipts } = target
  try {
    const state = await loadState(store)
    if (state === null) return { kind: 'unknown', reason: 'there is no state of this environment' }
    const goal = createSourcesGoal(desiredScenarios(scenarios))
    const made = plan({ state, goal, environment, now: Date.now(), receipts: await receipts.read() })
    const different = made.entries.filter(({ action }) => action !== 'none')
    if (different.length === 0) return { kind: 'same' }
    return { kind: 'different', scenarios: await Promise.all(different.map(entry => differentScenario(store, entry))) }
  } catch (error) {
    // The tests can be run anyway.
    if (error instanceof OperationError) return { kind: 'unknown', reason: error.message }
    throw error
  }
}

async function differentScenario(
  store: StateStore,
  { key, action, before }: Pick<PlanEntry, 'key' | 'action' | 'before'>,
): Promise<DifferentScenario> {
  const hash = before?.published?.payload_hash
  const text = hash === undefined ? undefined : await store.getBlob(hash)
  // A text is stored under its own hash, so it is the document that was sent.
  return { key, action, ...(text !== undefined && { deployed: JSON.parse(text) as ImportDocument }) }
}
