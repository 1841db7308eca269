import type { ImportDocument } from '@scenewright/model'
import type { Change } from './change.ts'
import { diffScenario } from './diff-scenario.ts'
import { noMoves } from './find-moves.ts'
import type { LevelSettings } from './judge.ts'

/**
 * All in which two documents of the scenario `key` differ, most severe first: for what knows one scenario at a time. An
 * example that moved to another scenario is one that was removed here.
 */
export function changesOf(
  key: string,
  before: ImportDocument,
  after: ImportDocument,
  levels: LevelSettings = {},
): readonly Change[] {
  const side = (document: ImportDocument) => ({ key, document })
  return diffScenario(side(before), side(after), { moves: noMoves, levels })
}
