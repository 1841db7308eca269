import type { JournalEntry } from '@scenewright/deployer'
import { type Paint, visible } from '../../terminal/paint.ts'

/** One event of a state, on a line: when, in which run, what, and of which scenario. */
export function journalText(entry: JournalEntry, paint: Paint): string {
  const { at, run, what, key, from, remote_id, version_id, status } = entry
  const more = [
    ...(from === undefined ? [] : [`was ${from}`]),
    ...(version_id === undefined ? [] : [`version ${version_id}`]),
    ...(version_id === undefined && remote_id !== undefined ? [`record ${remote_id}`] : []),
    ...(status === undefined ? [] : [`status ${status}`]),
  ]
  const tail = more.length === 0 ? '' : `  ${paint('dim', visible(more.join(', ')))}`
  return `${at}  ${visible(run).padEnd(8)}  ${what.padEnd(widest)}  ${paint('bold', visible(key))}${tail}\n`
}

const widest = 'resolved-not-created'.length
