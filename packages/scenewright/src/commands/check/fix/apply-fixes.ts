import type { Edit, Fix, Position } from '@scenewright/model'

/** A text after fixes, and the fixes that were applied. */
export interface FixedText {
  readonly text: string
  readonly made: readonly Fix[]
}

interface Stretch {
  readonly start: number
  readonly end: number
  readonly text: string
}

/**
 * Applies the fixes of one text, each completely or not at all, in order: a fix that overlaps an earlier one is left
 * out. A byte order mark at the start of the text, which places do not count, is kept.
 */
export function applyFixes(original: string, fixes: readonly Fix[]): FixedText {
  const mark = original.startsWith('\ufeff') ? '\ufeff' : ''
  const text = original.slice(mark.length)
  const offset = createOffsets(text)
  const stretches: Stretch[] = []
  const made: Fix[] = []
  for (const fix of fixes) {
    const own = fix.edits.map(({ range, text: inserted }: Edit): Stretch => {
      return { start: offset(range.start), end: offset(range.end), text: inserted }
    })
    if (own.length === 0 || own.some((one, index) => overlaps(one, [...stretches, ...own.slice(0, index)]))) continue
    stretches.push(...own)
    made.push(fix)
  }
  return { text: mark + replaced(text, stretches), made }
}

/** Two insertions at one place overlap as well, because their order is unclear. */
function overlaps(one: Stretch, others: readonly Stretch[]): boolean {
  return others.some(other => {
    const isSamePlace = one.start === other.start && (one.end === one.start || other.end === other.start)
    return isSamePlace || (one.start < other.end && other.start < one.end)
  })
}

function replaced(text: string, stretches: readonly Stretch[]): string {
  let result = ''
  let at = 0
  for (const { start, end, text: inserted } of [...stretches].sort((a, b) => a.start - b.start)) {
    result += text.slice(at, start) + inserted
    at = end
  }
  return result + text.slice(at)
}

function createOffsets(text: string): (position: Position) => number {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return ({ line, column }) => (starts[line - 1] ?? text.length) + column - 1
}
