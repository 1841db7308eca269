import type { Change } from '@scenewright/differ'
import { json as print } from '../../../render/json.ts'
import { countLevels, type DiffFormat, type DiffReport, groupChanges } from './format.ts'

/** For programs: `schemas/diff.schema.json`. */
export const json: DiffFormat = report => {
  const { base, head, scenarios, settings = [], moved = [], behavior, accepted = new Map(), acceptedHere = [] } = report
  const toJson = (changes: readonly Change[]) => changes.map(change => withAccepted(change, accepted))
  return print({
    version: 1,
    base,
    head,
    summary: countLevels(groupChanges(report)),
    settings: toJson(settings),
    scenarios: scenarios.map(({ changes, ...scenario }) => ({ ...scenario, changes: toJson(changes) })),
    moved: toJson(moved.flatMap(({ changes }) => changes)),
    behaviour: behavior,
    acceptedByThisChange: acceptedHere,
  })
}

/** Without the choices that were offered before, for which the schema has no field. */
function withAccepted({ asked: _asked, ...change }: Change, accepted: NonNullable<DiffReport['accepted']>) {
  const entry = accepted.get(change.fingerprint)
  if (entry === undefined) return change
  const { reason, who, until } = entry
  return { ...change, accepted: { reason, who, ...(until !== undefined && { until }) } }
}
