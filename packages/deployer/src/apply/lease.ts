import type { Deploy, State } from '../state/state.ts'
import type { Run } from './run.ts'

/** How long after its last heartbeat a run is displayed as running, in milliseconds. */
const ttlMs = 120_000

/** Records in the state which run is active, and renews this lease. */
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

/** The number of runs in the history of a state. */
const maxDeploys = 100

/** Records in the state that this run has something to do. */
export function withDeploy(state: State, { options: { run, goal }, stamp }: Pick<Run, 'options' | 'stamp'>): State {
  const { deploys = [] } = state
  if (deploys.some(one => one.run === run.id)) return state
  const { id, ...rest } = run
  const isPartial = !goal.isWhole && goal.commit === undefined
  const deploy: Deploy = { ...stamp(), run: id, ...rest, ...(isPartial && { is_partial: true }) }
  return { ...state, deploys: [...deploys, deploy].slice(-maxDeploys) }
}

/** Removes the lease of this run; the lease of another run is kept. */
export function withoutLease(state: State, run: string): State {
  const { lease, ...rest } = state
  return lease?.run === run ? rest : state
}
