import { compareText, OperationError } from '@scenewright/model'
import type { Wanted } from '../goals/goal.ts'
import type { ScenarioState } from '../state/state.ts'

/**
 * Which key of the state each renamed scenario had: from the new key to the old. A former key whose rename has been
 * carried out, or that is a scenario still, says nothing. Two that come from one key are an OperationError `sources`.
 */
export function renames(
  wanted: readonly Wanted[],
  entries: ReadonlyMap<string, ScenarioState>,
): ReadonlyMap<string, string> {
  const present = new Set(wanted.map(({ key }) => key))
  const found = new Map<string, string>()
  const takers = new Map<string, string>()
  for (const { key, formerKeys = [] } of [...wanted].sort((a, b) => compareText(a.key, b.key))) {
    const from = formerKeys.find(former => former !== key && !present.has(former) && entries.has(former))
    if (from === undefined || entries.has(key)) continue
    const other = takers.get(from)
    if (other !== undefined) throw twice(from, other, key)
    takers.set(from, key)
    found.set(key, from)
  }
  return found
}

function twice(from: string, one: string, other: string): OperationError {
  return new OperationError('sources', `"${one}" and "${other}" both say that they were renamed from "${from}"`, {
    help: 'only one of them can go on as that scenario; take renamed_from out of the other',
  })
}
