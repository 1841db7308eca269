import type { ImportDocument } from '@scenewright/model'
import type { Change } from './change.ts'
import type { FoundChange } from './change-details.ts'
import { classifyChanges, type LevelSettings } from './classify-changes.ts'
import { type ComparedScenario, flowOf } from './compared-scenario.ts'
import { noMoves } from './find-moves.ts'
import { type ChangeKind, changeGroups } from './kinds/index.ts'
import { matchFlows } from './match/match-flows.ts'
import type { Moves, ScenarioPair } from './scenario-pair.ts'

/** The options for comparing two versions of a scenario. */
interface ScenarioSetting {
  readonly moves: Moves
  readonly levels?: LevelSettings
}

/** All differences between two versions of one scenario, most severe first. */
export function diffScenario(
  base: ComparedScenario,
  head: ComparedScenario,
  { moves, levels }: ScenarioSetting,
): readonly Change[] {
  if (isSame(base, head)) return []
  const pair = { base, head, flow: matchFlows(flowOf(base), flowOf(head)), moves }
  return classifyChanges(findAll(pair), { key: head.key, base, head }, levels)
}

function findAll(pair: ScenarioPair): readonly FoundChange<ChangeKind>[] {
  return changeGroups.flatMap((group): readonly FoundChange<ChangeKind>[] => group.find(pair))
}

/** Whether two scenarios have identical JSON. Most do, and need no further comparison. */
function isSame(base: ComparedScenario, head: ComparedScenario): boolean {
  if (base.key !== head.key || base.isActive !== head.isActive) return false
  return base.document === head.document || JSON.stringify(base.document) === JSON.stringify(head.document)
}

/**
 * All differences between two documents of the scenario `key`, most severe first: for callers that know only one
 * scenario. An example that moved to another scenario counts as removed here.
 */
export function diffDocuments(
  key: string,
  before: ImportDocument,
  after: ImportDocument,
  levels: LevelSettings = {},
): readonly Change[] {
  const side = (document: ImportDocument) => ({ key, document })
  return diffScenario(side(before), side(after), { moves: noMoves, levels })
}
