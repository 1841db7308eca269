import { type ChangeLevel, changeLevels } from '@scenewright/model/config'
import { count, visible } from '@scenewright/model/text'
import type { ChangeGroup } from './acceptances/acceptances.ts'

/** The levels for `--fail-on`. */
export const failLevels = ['breaking', 'risky', 'info'] as const

/** The groups with only the changes of this level or above. */
export function failingChanges(groups: readonly ChangeGroup[], minLevel: ChangeLevel): readonly ChangeGroup[] {
  const levels = changeLevels.slice(0, changeLevels.indexOf(minLevel) + 1)
  return groups
    .map(group => ({ ...group, changes: group.changes.filter(({ level }) => levels.includes(level)) }))
    .filter(({ changes }) => changes.length > 0)
}

/** With more of them, nobody accepts them one by one. */
const maxLines = 20

/** For people: the changes that fail, with their fingerprints for accepting them. */
export function failingText(groups: readonly ChangeGroup[]): string {
  const lines = groups.flatMap(({ key, changes }) =>
    changes.map(({ fingerprint, level, kind }) => `  ${fingerprint.slice(0, 8)}  ${level}  ${kind}  ${visible(key)}\n`),
  )
  const more = lines.length > maxLines ? `  and ${lines.length - maxLines} more\n` : ''
  const fail = count(lines.length, 'change fails', 'changes fail')
  return `${fail}; accept what is intended: --accept <fingerprint> --reason <text>\n${lines.slice(0, maxLines).join('')}${more}`
}
