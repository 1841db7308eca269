import type { Span } from '../parse/places.ts'

/** Puts `text` in the place of a stretch of a source. */
export interface Splice extends Span {
  readonly text: string
}

/** A text with these splices made, which do not overlap. */
export function spliced(text: string, splices: readonly Splice[]): string {
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

/** Takes a stretch out. */
export function cut(start: number, end: number): Splice {
  return { start, end, text: '' }
}
