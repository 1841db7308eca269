import type { State } from '../state/state.ts'
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

/** Takes away the lease of this run; that of another stays. */
export function withoutLease(state: State, run: string): State {
  const { lease, ...rest } = state
  return lease?.run === run ? rest : state
}
