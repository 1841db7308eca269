import type { Project } from '@scenewright/compiler'
import { kinds, type LevelSettings } from '@scenewright/differ'
import { nearest } from '@scenewright/model'

/** The levels that the config sets. A kind that there is not is an OperationError `config` at its place. */
export function levelSettings({ config, configFault }: Project): LevelSettings {
  const levels = config.diff?.levels ?? {}
  const unknown = Object.keys(levels).find(kind => !Object.hasOwn(kinds, kind))
  if (unknown === undefined) return levels
  const near = nearest(unknown, Object.keys(kinds))
  const help = near === undefined ? 'docs/diff.md lists the kinds' : `did you mean "${near}"?`
  throw configFault(['diff', 'levels', unknown], `There is no kind of change "${unknown}"`, help)
}
