import type { Edit, Position } from '@scenewright/model'
import type { EditResult } from '@scenewright/model/compilation'

/** A text with these edits made, which do not overlap. */
export function edited(text: string, edits: readonly Edit[]): string {
  const starts = [0, ...Array.from(text.matchAll(/\n/g), ({ index }) => index + 1)]
  const offset = ({ line, column }: Position) => (starts[line - 1] ?? 0) + column - 1
  const splices = edits.map(({ range, text: inserted }) => [offset(range.start), offset(range.end), inserted] as const)
  return splices
    .toSorted(([a], [b]) => b - a)
    .reduce((result, [start, end, inserted]) => result.slice(0, start) + inserted + result.slice(end), text)
}

/** The edits of a result; undefined if it was refused. */
export function editsOf(result: EditResult | undefined): readonly Edit[] | undefined {
  return result !== undefined && 'edits' in result ? result.edits : undefined
}
