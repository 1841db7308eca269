import { goalOfSources, loadState, type PlanAction, plan } from '@scenewright/deployer'
import { OperationError } from '@scenewright/model'
import { desiredScenarios, type Target } from '../deploy.ts'
import type { OpenProject } from '../project.ts'

/** Whether the bot holds what the sources say, as far as the state tells. */
export type Deployed =
  | { readonly kind: 'same' }
  | { readonly kind: 'different'; readonly scenarios: readonly { readonly key: string; readonly action: PlanAction }[] }
  | { readonly kind: 'unknown'; readonly reason: string }

/** Compares the sources with the state of an environment: what is different is what an apply would do. */
export async function compareWithState({ scenarios }: OpenProject, target: Target): Promise<Deployed> {
  const { environment, store, receipts } = target
  try {
    const state = await loadState(store)
    if (state === null) return { kind: 'unknown', reason: 'there is no state of this environment' }
    const goal = goalOfSources(desiredScenarios(scenarios))
    const made = plan({ state, goal, environment, now: Date.now(), receipts: await receipts.read() })
    const different = made.entries.flatMap(({ key, action }) => (action === 'none' ? [] : [{ key, action }]))
    return different.length === 0 ? { kind: 'same' } : { kind: 'different', scenarios: different }
  } catch (error) {
    // The tests can be held all the same.
    if (error instanceof OperationError) return { kind: 'unknown', reason: error.message }
    throw error
  }
}
