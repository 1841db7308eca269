import type { Place, ProjectConfig } from '@scenewright/model'
import type { Change, Found } from '../change.ts'
import { judge, type LevelSettings } from '../judge.ts'
import { type SettingPath, settingChanges } from './setting-changes.ts'

/** The project file of one side. */
export interface ComparedSettings {
  readonly config: ProjectConfig
  /** Where a setting stands in the file, if that is known. */
  place?(path: SettingPath): Place
}

/** All settings that two versions of a project file do not have alike, the gravest first. `key` is the file's name. */
export function diffSettings(
  key: string,
  base: ComparedSettings,
  head: ComparedSettings,
  levels: LevelSettings = {},
): readonly Change[] {
  const found = settingChanges(base.config, head.config).map(({ isRisky, ...rest }): Found<'setting-changed'> => {
    return { kind: 'setting-changed', level: isRisky ? 'risky' : 'info', ...rest }
  })
  return judge(found, { key, base: sideOf(base), head: sideOf(head) }, levels)
}

function sideOf({ place }: ComparedSettings) {
  return place === undefined ? {} : { map: { place } }
}
