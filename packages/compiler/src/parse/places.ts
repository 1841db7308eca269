import type { Place, Position } from '@scenewright/model'

/** A range of a source text, in UTF-16 units from its start; `end` is exclusive. */
export interface Span {
  readonly start: number
  readonly end: number
  /** Where it was written, if it comes from a call or a name elsewhere. */
  readonly origin?: Origin
}

/** A range of another file, or of another part of the same one. */
export interface Origin {
  readonly places: Places
  readonly span: Span
}

/** Converts the offsets of one file to lines and columns. The lines are counted on first use. */
export interface Places {
  readonly file: string
  place(span: Span): Place
  /** The same including the white space at its end, which a place leaves out. */
  exact(span: Span): Place
  /** The line, from 1, of an offset. */
  line(offset: number): number
}

export function createPlaces(file: string, text: string): Places {
  let starts: readonly number[] | undefined
  const lineOf = (offset: number): number => {
    starts ??= lineStarts(text)
    return lastAtOrBelow(starts, offset)
  }
  const position = (offset: number): Position => {
    const index = lineOf(offset)
    return { line: index + 1, column: offset - (starts?.[index] ?? 0) + 1 }
  }
  return {
    file,
    line: offset => lineOf(offset) + 1,
    exact: ({ start, end }) => ({ file, range: { start: position(start), end: position(end) } }),
    place: ({ start, end }) => ({
      file,
      range: { start: position(start), end: position(withoutTrailingSpace(text, start, end)) },
    }),
  }
}

function lineStarts(text: string): number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

/** The index of the last entry that is at most `offset`. */
function lastAtOrBelow(starts: readonly number[], offset: number): number {
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((starts[middle] ?? 0) <= offset) low = middle
    else high = middle - 1
  }
  return low
}

/** A block text ends with its line feeds, which a displayed place should not include. */
function withoutTrailingSpace(text: string, start: number, end: number): number {
  let last = Math.min(end, text.length)
  while (last > start && /\s/.test(text.charAt(last - 1))) last -= 1
  return Math.max(start, last)
}
