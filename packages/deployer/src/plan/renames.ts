import { compareText, OperationError } from '@scenewright/model'
import type { DesiredScenario } from '../desired.ts'
import type { ScenarioState } from '../state/state.ts'

/**
 * Which key of the state each renamed scenario had: from the new key to the old. A `renamed_from` that has been carried
 * out, or whose old key is a scenario still, says nothing. Two that come from one key are an OperationError `sources`.
 */
export function renames(
  desired: readonly DesiredScenario[],
  entries: ReadonlyMap<string, ScenarioState>,
): ReadonlyMap<string, string> {
  const wanted = new Set(desired.map(({ key }) => key))
  const found = new Map<string, string>()
  const takers = new Map<string, string>()
  for (const { key, renamedFrom } of [...desired].sort((a, b) => compareText(a.key, b.key))) {
    if (renamedFrom === undefined || renamedFrom === key || wanted.has(renamedFrom)) continue
    if (entries.has(key) || !entries.has(renamedFrom)) continue
    const other = takers.get(renamedFrom)
    if (other !== undefined) throw twice(renamedFrom, other, key)
    takers.set(renamedFrom, key)
    found.set(key, renamedFrom)
  }
  return found
}

function twice(from: string, one: string, other: string): OperationError {
  return new OperationError('sources', `"${one}" and "${other}" both say that they were renamed from "${from}"`, {
    help: 'only one of them can go on as that scenario; take renamed_from out of the other',
  })
}
