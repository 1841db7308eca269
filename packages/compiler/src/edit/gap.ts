import type { Span } from '../parse/places.ts'
import type { Language } from '../parse/source-tree.ts'

/** A part of the gap between two items of a list, without white space: a comment or a single mark. */
export interface GapPart extends Span {
  readonly kind: 'comment' | ',' | '-'
}

const parts = {
  yaml: /\s+|(?<![^\s])#[^\r\n]*|[,-]/y,
  typescript: /\s+|\/\/[^\r\n\u2028\u2029]*|\/\*[\s\S]*?\*\/|,/y,
} as const satisfies Record<Language, RegExp>

/** Reads the range between two items; undefined if it contains more than comments, commas and dashes. */
export function readGap(text: string, { start, end }: Span, language: Language): readonly GapPart[] | undefined {
  if (end < start) return undefined
  const part = parts[language]
  const found: GapPart[] = []
  for (let at = start; at < end; at = part.lastIndex) {
    part.lastIndex = at
    const match = part.exec(text)?.[0]
    if (match === undefined || part.lastIndex > end) return undefined
    if (match.trim() === '') continue
    const kind = match === ',' || match === '-' ? match : 'comment'
    found.push({ kind, start: at, end: part.lastIndex })
  }
  return found
}

/** The first offset from `at` on that is neither a space nor a tab. */
export function skipSpace(text: string, at: number): number {
  let next = at
  while (text.charAt(next) === ' ' || text.charAt(next) === '\t') next += 1
  return next
}

/** Whether a line begins at `at`. */
export function isLineStart(text: string, at: number): boolean {
  return at === 0 || text.charAt(at - 1) === '\n'
}

/** The start of the next line if a line ends at `at`, or the end of the text; otherwise undefined. */
export function skipLineEnd(text: string, at: number): number | undefined {
  if (at === text.length) return at
  const end = text.startsWith('\r\n', at) ? at + 2 : at + 1
  return text.charAt(end - 1) === '\n' ? end : undefined
}
