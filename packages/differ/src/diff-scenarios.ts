import { compareText } from '@scenewright/model/text'
import type { Change } from './change.ts'
import { classifyChanges, type LevelSettings } from './classify-changes.ts'
import type { ComparedScenario } from './compared-scenario.ts'
import { diffScenario } from './diff-scenario.ts'
import { findMoves } from './find-moves.ts'
import { textsOfScenario } from './kinds/customer-texts.ts'
import { matchScenarios } from './match/match-scenarios.ts'

/** All differences of one scenario; `changes` is never empty, most severe first. */
export interface ScenarioDiff {
  /** The head's key; for a removed scenario, its former key. */
  readonly key: string
  readonly title: string
  readonly change: 'added' | 'removed' | 'changed' | 'renamed'
  /** The key at the base, if it was renamed. */
  readonly was?: string
  readonly changes: readonly Change[]
}

/**
 * Compares two sets of scenarios and returns the differences by scenario, in the order of the keys. The order and the
 * format of the sources do not matter.
 */
export function diffScenarios(
  base: readonly ComparedScenario[],
  head: readonly ComparedScenario[],
  levels: LevelSettings = {},
): readonly ScenarioDiff[] {
  const matched = matchScenarios(base, head)
  const moves = findMoves(matched)
  const changed = matched.pairs.map((pair): ScenarioDiff => {
    const changes = diffScenario(pair.base, pair.head, { moves, levels })
    const { key } = pair.head
    const name = { key, title: titleOf(pair.head) }
    return pair.base.key === key
      ? { ...name, change: 'changed', changes }
      : { ...name, change: 'renamed', was: pair.base.key, changes }
  })
  const removed = matched.onlyBase.map(scenario => whole(scenario, 'removed', levels))
  const added = matched.onlyHead.map(scenario => whole(scenario, 'added', levels))
  return [...changed, ...removed, ...added]
    .filter(({ changes }) => changes.length > 0)
    .sort((a, b) => compareText(a.key, b.key))
}

function whole(scenario: ComparedScenario, change: 'added' | 'removed', levels: LevelSettings): ScenarioDiff {
  const { key, isActive, document } = scenario
  const value = { is_active: isActive, document }
  const changes =
    change === 'added'
      ? classifyChanges(
          [{ kind: 'scenario-added', after: value, texts: textsOfScenario(document), at: { head: [] } }],
          { key, head: scenario },
          levels,
        )
      : classifyChanges(
          [{ kind: 'scenario-removed', before: value, at: { base: [] } }],
          { key, base: scenario },
          levels,
        )
  return { key, title: titleOf(scenario), change, changes }
}

function titleOf({ document }: ComparedScenario): string {
  return document.scenario.title
}
