import type { Span } from '../parse/places.ts'

/** Replaces a range of a source with `text`. */
export interface Splice extends Span {
  readonly text: string
}

/** A text with these splices applied, which do not overlap. */
export function applySplices(text: string, splices: readonly Splice[]): string {
  let result = ''
  let at = 0
  for (const { start, end, text: inserted } of [...splices].sort((a, b) => a.start - b.start)) {
    result += text.slice(at, start) + inserted
    at = end
  }
  return result + text.slice(at)
}

/** Whether two splices would change the same characters. */
export function overlap(splices: readonly Splice[]): boolean {
  const inOrder = [...splices].sort((a, b) => a.start - b.start)
  return inOrder.some(({ start }, index) => start < (inOrder[index - 1]?.end ?? 0))
}

/** Removes a range. */
export function cut(start: number, end: number): Splice {
  return { start, end, text: '' }
}
