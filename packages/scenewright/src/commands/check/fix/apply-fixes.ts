import type { Edit, Fix, Position } from '@scenewright/model'

/** A text with fixes made, and which of them. */
export interface MendedText {
  readonly text: string
  readonly made: readonly Fix[]
}

interface Stretch {
  readonly start: number
  readonly end: number
  readonly text: string
}

/**
 * Makes the fixes of one text, each whole or not at all, in their order: one that would touch what another has changed
 * is left out. A byte order mark in front of the text, which no place counts, is kept.
 */
export function applyFixes(original: string, fixes: readonly Fix[]): MendedText {
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

/** Two insertions at one place count as well: which comes first, nobody knows. */
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
