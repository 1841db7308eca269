import { OperationError } from '@scenewright/model'
import { compareText } from '@scenewright/model/text'
import type { Goal, Wanted } from '../goals/goal.ts'
import type { ScenarioState, State } from '../state/state.ts'

type Entries = ReadonlyMap<string, ScenarioState>

/**
 * Maps each renamed scenario from its new key to its key in the state. A former key of a record still means that
 * record, unless the record's present key is in the goal too: so no key gets a second record. Two scenarios renamed
 * from the same one are an OperationError `sources`.
 */
export function renames(goal: Pick<Goal, 'scenarios' | 'otherKeys'>, entries: Entries): ReadonlyMap<string, string> {
  const taken = new Set([...goal.scenarios.map(({ key }) => key), ...(goal.otherKeys ?? [])])
  const free = new Map([...entries].filter(([key]) => !taken.has(key)))
  const missing = goal.scenarios.filter(({ key }) => !entries.has(key))
  const declared = declaredRenames(missing, { taken, free })
  const keys = new Set(missing.map(({ key }) => key).filter(key => !declared.has(key)))
  const claimed = new Set(declared.values())
  const left = new Map([...free].filter(([key]) => !claimed.has(key)))
  return new Map([...declared, ...renamesBack(keys, left)])
}

/** Whether a key is a former key of another record whose present key is not in the goal. */
export function isRenamed(goal: Pick<Goal, 'scenarios' | 'otherKeys'>, { scenarios }: State, key: string): boolean {
  const isTaken = (other: string) => goal.otherKeys?.includes(other) || goal.scenarios.some(one => one.key === other)
  return Object.entries(scenarios).some(([other, { former_keys = [] }]) => former_keys.includes(key) && !isTaken(other))
}

/** The renames declared in the sources. */
function declaredRenames(
  missing: readonly Wanted[],
  { taken, free }: { readonly taken: ReadonlySet<string>; readonly free: Entries },
): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  const takers = new Map<string, string>()
  for (const { key, formerKeys = [] } of [...missing].sort((a, b) => compareText(a.key, b.key))) {
    const [from] = formerKeys.filter(former => !taken.has(former)).flatMap(former => findHolders(former, free))
    if (from === undefined) continue
    const other = takers.get(from)
    if (other !== undefined) throw duplicateRename(from, other, key)
    takers.set(from, key)
    found.set(key, from)
  }
  return found
}

/** The renames not declared in the sources: a rename was reverted, or an old commit is deployed again. */
function renamesBack(keys: Set<string>, free: Entries): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const [from, { former_keys = [] }] of liveFirst(free)) {
    const key = former_keys.find(former => keys.has(former))
    if (key === undefined) continue
    found.set(key, from)
    keys.delete(key)
  }
  return found
}

/** The keys of the records that have a key, or had it before. */
export function findHolders(former: string, free: Entries): readonly string[] {
  if (free.has(former)) return [former]
  return liveFirst(free).flatMap(([key, { former_keys = [] }]) => (former_keys.includes(former) ? [key] : []))
}

/** Several records may have had one key in succession: one whose source was removed is the last choice. */
function liveFirst(entries: Entries): readonly (readonly [string, ScenarioState])[] {
  const rank = ({ tombstone }: ScenarioState) => (tombstone === undefined ? 0 : 1)
  return [...entries].sort(([a, one], [b, other]) => rank(one) - rank(other) || compareText(a, b))
}

function duplicateRename(from: string, one: string, other: string): OperationError {
  return new OperationError('sources', `"${one}" and "${other}" are both renamed from "${from}"`, {
    help: 'only one of them can continue that scenario; remove renamed_from from the other',
  })
}
