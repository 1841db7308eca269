import type { ChangeLevel } from '@scenewright/model'
import type { Found } from '../change.ts'
import type { ScenarioPair } from '../scenario-pair.ts'

/** Kinds of change that are found together. */
export interface Family<Kind extends string> {
  /** How much each matters, unless the config says otherwise. */
  readonly levels: { readonly [kind in Kind]: ChangeLevel }
  /** What differs between two versions of a scenario, in the order of the documents. */
  find(pair: ScenarioPair): readonly Found<Kind>[]
}

/** Holds what is found to the kinds that have a level. */
export function family<Kind extends string>(
  levels: { readonly [kind in Kind]: ChangeLevel },
  find: (pair: ScenarioPair) => readonly Found<NoInfer<Kind>>[],
): Family<Kind> {
  return { levels, find }
}
