import type { ChangeLevel } from '@scenewright/model/config'
import type { ChangeDetails, FoundChange } from '../change-details.ts'
import type { ScenarioPair } from '../scenario-pair.ts'

/** A kind of change. */
export interface ChangeDefinition {
  /** Its level, unless the config sets another one. */
  readonly level: ChangeLevel
  /** Describes the change on one line, without the words of a text, which `words` contains. */
  message(change: ChangeDetails): string
}

/** Kinds of change that are found together. */
export interface ChangeGroup<Kind extends string> {
  readonly kinds: { readonly [kind in Kind]: ChangeDefinition }
  /** Finds the differences between two versions of a scenario, in the order of the documents. */
  find(pair: ScenarioPair): readonly FoundChange<Kind>[]
}

/** Defines a group; the types ensure that it finds only the kinds that it declares. */
export function changeGroup<Kind extends string>(
  kinds: { readonly [kind in Kind]: ChangeDefinition },
  find: (pair: ScenarioPair) => readonly FoundChange<NoInfer<Kind>>[],
): ChangeGroup<Kind> {
  return { kinds, find }
}
