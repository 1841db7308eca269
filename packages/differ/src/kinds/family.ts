import type { ChangeLevel } from '@scenewright/model'
import type { Change, Found } from '../change.ts'
import type { ScenarioPair } from '../scenario-pair.ts'

/** A kind of change. */
export interface ChangeSort {
  /** How much it matters, unless the config says otherwise. */
  readonly level: ChangeLevel
  /** What has happened, in plain words; where the change has runs of words, what they are said by. */
  says(change: Change): string
}

/** Kinds of change that are found together. */
export interface Family<Kind extends string> {
  readonly kinds: { readonly [kind in Kind]: ChangeSort }
  /** What differs between two versions of a scenario, in the order of the documents. */
  find(pair: ScenarioPair): readonly Found<Kind>[]
}

/** Holds what is found to the kinds that are declared. */
export function family<Kind extends string>(
  kinds: { readonly [kind in Kind]: ChangeSort },
  find: (pair: ScenarioPair) => readonly Found<NoInfer<Kind>>[],
): Family<Kind> {
  return { kinds, find }
}
