import type { Deploy, JournalEntry } from '@scenewright/deployer'
import { type Paint, visible } from '../../terminal/paint.ts'

/** An event, and what is known of its run. */
export type DeployedEntry = JournalEntry & Partial<Pick<Deploy, 'commit' | 'who' | 'link'>>

/** One event of a state, on a line: when, in which run, what, of which scenario, at which commit and by whom. */
export function journalText(entry: DeployedEntry, paint: Paint): string {
  const { at, run, what, key, from, reason, remote_id, version_id, status, commit, who } = entry
  const more = [
    ...(from === undefined ? [] : [`was ${from}`]),
    ...(reason === undefined ? [] : [reason]),
    ...(version_id === undefined ? [] : [`version ${version_id}`]),
    ...(version_id === undefined && remote_id !== undefined ? [`record ${remote_id}`] : []),
    ...(status === undefined ? [] : [`status ${status}`]),
    ...(commit === undefined ? [] : [`commit ${commit.slice(0, 7)}`]),
    ...(who === undefined ? [] : [`by ${who}`]),
  ]
  const tail = more.length === 0 ? '' : `  ${paint('dim', visible(more.join(', ')))}`
  return `${at}  ${visible(run).padEnd(8)}  ${what.padEnd(widest)}  ${paint('bold', visible(key))}${tail}\n`
}

const widest = 'resolved-not-created'.length
