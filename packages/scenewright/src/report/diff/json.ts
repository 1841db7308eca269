import type { ScenarioDiff } from '@scenewright/differ'
import { json as print } from '../json.ts'
import { countLevels, type DiffFormat, type DiffReport } from './format.ts'

/** For programs: `schemas/diff.schema.json`. */
export const json: DiffFormat = ({ base, head, scenarios, behaviour, accepted }) =>
  print({
    version: 1,
    base,
    head,
    summary: countLevels(scenarios),
    scenarios: withAccepted(scenarios, accepted ?? new Map()),
    behaviour,
  })

function withAccepted(scenarios: readonly ScenarioDiff[], accepted: NonNullable<DiffReport['accepted']>) {
  if (accepted.size === 0) return scenarios
  return scenarios.map(({ changes, ...scenario }) => ({
    ...scenario,
    changes: changes.map(change => {
      const entry = accepted.get(change.fingerprint)
      if (entry === undefined) return change
      const { reason, who, until } = entry
      return { ...change, accepted: { reason, who, ...(until !== undefined && { until }) } }
    }),
  }))
}
