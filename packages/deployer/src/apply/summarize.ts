import { isChange } from '../plan/plan.ts'
import type { Plan } from '../plan/plan-types.ts'
import type { ApplySummary, ScenarioResult, Verdict } from './events.ts'

interface Applied {
  readonly plan: Plan
  readonly results: ReadonlyMap<string, ScenarioResult>
  readonly isApproved: boolean
  readonly interrupted: boolean
  readonly run: string
  readonly serial: number
}

/** Summarizes an apply. The scenarios are in the order of the plan. */
export function summarize({ plan, results, isApproved, interrupted, run, serial }: Applied): ApplySummary {
  const scenarios = plan.entries.map(entry => results.get(entry.key) ?? untouched(entry))
  const of = (outcome: ScenarioResult['outcome']) => scenarios.filter(one => one.outcome === outcome).length
  const counts = {
    done: of('done'),
    unchanged: of('unchanged'),
    failed: of('failed'),
    unknown: of('unknown'),
    conflict: of('conflict'),
    skipped: of('skipped'),
    held: scenarios.filter(({ outcome, reason }) => outcome === 'unchanged' && reason === 'held').length,
  }
  return {
    event: 'summary',
    run,
    environment: plan.environment.name,
    serial,
    verdict: isApproved ? verdictOf(scenarios) : 'declined',
    interrupted,
    counts,
    scenarios,
  }
}

function untouched(entry: Plan['entries'][number]): ScenarioResult {
  const { key, action, reason } = entry
  const isSkipped = isChange(entry) || action === 'unknown' || reason === 'stale'
  return { key, action, reason, outcome: isSkipped ? 'skipped' : 'unchanged', done: [] }
}

/**
 * The worst result: first those that need a person, then those that need a new plan. A result that is only missing in
 * the state needs neither. A skip always has another cause.
 */
function verdictOf(scenarios: readonly ScenarioResult[]): Verdict {
  if (scenarios.some(({ outcome }) => outcome === 'unknown')) return 'unknown'
  if (scenarios.some(({ outcome, unrecorded }) => outcome === 'conflict' && !unrecorded)) return 'conflict'
  return scenarios.some(({ outcome }) => outcome === 'conflict' || outcome === 'failed') ? 'failed' : 'done'
}
