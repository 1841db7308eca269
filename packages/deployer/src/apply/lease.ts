import type { Deploy, State } from '../state/state.ts'
import type { Run } from './run.ts'

/** How long after its last sign a run is shown as at work, in milliseconds. */
const ttlMs = 120_000

/** Says in the state who is at work, and that it still is. */
export function withLease(state: State, { options: { run, tool }, stamp }: Pick<Run, 'options' | 'stamp'>): State {
  const { at } = stamp()
  const acquired = state.lease?.run === run.id ? state.lease.acquired : at
  const { id, who, link } = run
  return {
    ...state,
    tool,
    lease: {
      run: id,
      ...(who !== undefined && { who }),
      ...(link !== undefined && { link }),
      acquired,
      heartbeat: at,
      ttl_ms: ttlMs,
    },
  }
}

/** How many runs a state remembers. */
const mostDeploys = 100

/** Says in the state that this run has something to do. */
export function withDeploy(state: State, { options: { run, goal }, stamp }: Pick<Run, 'options' | 'stamp'>): State {
  const { deploys = [] } = state
  if (deploys.some(one => one.run === run.id)) return state
  const { id, ...rest } = run
  const isPartial = !goal.isWhole && goal.commit === undefined
  const deploy: Deploy = { ...stamp(), run: id, ...rest, ...(isPartial && { is_partial: true }) }
  return { ...state, deploys: [...deploys, deploy].slice(-mostDeploys) }
}

/** Takes away the lease of this run; that of another stays. */
export function withoutLease(state: State, run: string): State {
  const { lease, ...rest } = state
  return lease?.run === run ? rest : state
}
