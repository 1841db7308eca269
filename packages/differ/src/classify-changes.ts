import type { Place } from '@scenewright/model'
import { canonicalHash } from '@scenewright/model/canonical-json'
import { type ChangeLevel, changeLevels } from '@scenewright/model/config'
import type { Change } from './change.ts'
import type { FoundChange, Spot } from './change-details.ts'
import type { ComparedScenario } from './compared-scenario.ts'
import { type ChangeKind, kinds } from './kinds/index.ts'

/** Levels by kind; a kind that is not listed has its default. */
export type LevelSettings = { readonly [kind: string]: ChangeLevel | 'off' }

/** The scenario of a change. */
export interface ChangeSubject {
  readonly key: string
  readonly base?: Placing
  readonly head?: Placing
}

/** The source map of one side, which finds places in its source; absent if there is no source. */
interface Placing {
  readonly map?: Pick<NonNullable<ComparedScenario['map']>, 'place'> & Partial<ComparedScenario['map']>
}

/**
 * Adds the level, the places and the fingerprint to the changes; the most severe first. Kinds that are off are left
 * out.
 */
export function classifyChanges(
  found: readonly FoundChange<ChangeKind>[],
  { key, base, head }: ChangeSubject,
  levels: LevelSettings = {},
): readonly Change[] {
  const changes = found.flatMap(({ at, level: own, ...one }): Change[] => {
    const { kind, identity: _identity, ...rest } = one
    const level = Object.hasOwn(levels, kind) ? levels[kind] : (own ?? kinds[kind].level)
    if (level === undefined || level === 'off') return []
    const [before, after] = [placeOf(base, at?.base), placeOf(head, at?.head)]
    const places = { ...(before && { base: before }), ...(after && { head: after }) }
    return [{ kind, level, ...rest, ...places, fingerprint: fingerprintOf(key, one) }]
  })
  return changeLevels.flatMap(level => changes.filter(change => change.level === level))
}

function placeOf(side: Placing | undefined, spot: Spot | undefined): Place | undefined {
  if (side?.map === undefined || spot === undefined) return undefined
  return typeof spot === 'string' ? side.map.sourceField?.(spot) : side.map.place(spot)
}

/** Half of a SHA-256. Words, walks and places are derived from the rest, or from elsewhere. */
function fingerprintOf(
  key: string,
  { kind, node, edge, field, scenario, before, after, identity }: FoundChange,
): string {
  return canonicalHash({ key, kind, node, edge, field, scenario, before, after, identity }).slice(0, 32)
}
