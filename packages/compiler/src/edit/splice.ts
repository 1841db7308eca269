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
  const inOrder = splices.toSorted((a, b) => a.start - b.start || a.end - b.end)
  return inOrder.some(({ start }, index) => start < (inOrder[index - 1]?.end ?? 0))
}

/** The same splices in order, with those at the same place joined, so that their order is clear. */
export function joinSplices(splices: readonly Splice[]): readonly Splice[] {
  const joined: Splice[] = []
  for (const splice of splices.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    const last = joined.at(-1)
    if (last === undefined || last.end < splice.start) joined.push(splice)
    else joined.splice(-1, 1, { start: last.start, end: splice.end, text: last.text + splice.text })
  }
  return joined
}

/** The splices that restore a text after these, which are in order. */
export function inverseSplices(text: string, splices: readonly Splice[]): readonly Splice[] {
  let shift = 0
  return splices.map(({ start, end, text: written }) => {
    const at = start + shift
    shift += written.length - (end - start)
    return { start: at, end: at + written.length, text: text.slice(start, end) }
  })
}

/** Removes a range. */
export function cut(start: number, end: number): Splice {
  return { start, end, text: '' }
}
