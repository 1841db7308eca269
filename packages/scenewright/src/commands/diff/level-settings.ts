import type { Project } from '@scenewright/compiler'
import { type ComparedSettings, kinds, type LevelSettings } from '@scenewright/differ'
import { nearest } from '@scenewright/model/text'

/** The levels in the config. An unknown kind is an OperationError `config` at its place. */
export function levelSettings({ config, configFault }: Project): LevelSettings {
  const levels = config.diff?.levels ?? {}
  const unknown = Object.keys(levels).find(kind => !Object.hasOwn(kinds, kind))
  if (unknown === undefined) return levels
  const near = nearest(unknown, Object.keys(kinds))
  const help = near === undefined ? 'docs/diff.md lists the kinds' : `did you mean "${near}"?`
  throw configFault(['diff', 'levels', unknown], `Unknown kind of change "${unknown}"`, help)
}

/**
 * The levels of the base, so that a change cannot set its own levels; those of the project if the base has no project
 * file. Unknown kinds in the base's config are ignored: the head may be the change that removes them.
 */
export function baseLevels(base: ComparedSettings | undefined, project: Project): LevelSettings {
  const own = levelSettings(project)
  if (base === undefined) return own
  const levels = Object.entries(base.config.diff?.levels ?? {})
  return Object.fromEntries(levels.filter(([kind]) => Object.hasOwn(kinds, kind)))
}
