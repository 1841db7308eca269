import type { Edit, Position } from '@scenewright/model'
import type { Change, CompiledScenario, EditRefusal } from '@scenewright/model/compilation'
import { applyFixes } from '../commands/check/fix/apply-fixes.ts'

/** The text of a source after an edit, or the reason why no edit is safe. */
export type ChangedText = { readonly text: string } | { readonly refused: EditRefusal }

/** Makes changes of a scenario in the text that it was compiled from, by minimal edits. */
export function changeText(
  scenario: Pick<CompiledScenario, 'map'>,
  before: string,
  changes: Change | readonly Change[],
): ChangedText {
  const result = scenario.map.edit(changes)
  return 'refused' in result ? result : applyEdits(before, result.edits)
}

/** Applies edits of a text, all or none. */
export function applyEdits(before: string, edits: readonly Edit[]): ChangedText {
  if (edits.length === 0) return { refused: 'unchanged' }
  if (!areWithin(before, edits)) return { refused: 'absent' }
  const { text, made } = applyFixes(before, [{ title: 'edit', edits }])
  return made.length === 0 ? { refused: 'conflict' } : { text }
}

/** Whether all ranges are in a text. */
function areWithin(text: string, edits: readonly Edit[]): boolean {
  const lines = withoutMark(text).split('\n')
  const isIn = ({ line, column }: Position) => {
    const content = lines[line - 1]
    return content !== undefined && column >= 1 && column <= content.length + 1
  }
  const isOrdered = ({ range: { start, end } }: Edit) => start.line - end.line || start.column - end.column
  return edits.every(edit => isIn(edit.range.start) && isIn(edit.range.end) && isOrdered(edit) <= 0)
}

/** The edits of the second text that restore the first one. They replace the part that differs. */
export function restoreEdits(file: string, before: string, after: string): readonly Edit[] {
  const [old, now] = [withoutMark(before), withoutMark(after)]
  if (old === now) return []
  const shorter = Math.min(old.length, now.length)
  let start = 0
  while (start < shorter && old[start] === now[start]) start += 1
  let same = 0
  while (same < shorter - start && old[old.length - 1 - same] === now[now.length - 1 - same]) same += 1
  const range = { start: positionAt(now, start), end: positionAt(now, now.length - same) }
  return [{ file, range, text: old.slice(start, old.length - same) }]
}

function positionAt(text: string, offset: number): Position {
  const before = text.slice(0, offset)
  const feed = before.lastIndexOf('\n')
  return { line: before.split('\n').length, column: offset - feed }
}

/** Places do not count the byte order mark. */
function withoutMark(text: string): string {
  return text.replace(/^\ufeff/, '')
}
