import { distance } from 'fastest-levenshtein'

/** The line endings of a text file: LF, or CRLF as in a checkout of git on Windows. */
export type LineEnd = '\n' | '\r\n'

/** Compares by code units, so that the order is independent of the locale. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** "1 file", "2 files". */
export function count(number: number, singular: string, plural = `${singular}s`): string {
  return `${number} ${number === 1 ? singular : plural}`
}

/** A text of at most `max` UTF-16 units; a longer one is cut, never inside a character, and ends with an ellipsis. */
export function shorten(text: string, max: number): string {
  return text.length > max ? `${text.slice(0, max - 1).replace(/[\ud800-\udbff]$/, '')}…` : text
}

/** The longest name that a message shows, in UTF-16 units. */
const maxNameLength = 80

/** A name in quotes, shortened if it is long, with visible control characters. */
export function quoted(name: string): string {
  return JSON.stringify(shorten(name, maxNameLength))
}

/** The help that suggests a similar name, or nothing if there is none. */
export function didYouMean(name: string | undefined): string | undefined {
  return name === undefined ? undefined : `Did you mean ${quoted(name)}?`
}

/** Control characters except tab and line feed, and invisible characters that reorder or hide text. */
const invisible = /(?![\t\n])[\p{Cc}\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu

/** The text for a terminal: characters that could move the cursor or hide something are written as escapes. */
export function visible(text: string): string {
  return text.replace(invisible, escapeCharacter)
}

/** The escape of one character. */
export function escapeCharacter(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16)
  return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`
}

/** The line ending of a text's first line; LF for a text with one line. */
export function lineEndOf(text: string): LineEnd {
  const feed = text.indexOf('\n')
  return feed > 0 && text[feed - 1] === '\r' ? '\r\n' : '\n'
}

/** The same text with this line ending throughout. A carriage return without a line feed is part of its line. */
export function withLineEnd(text: string, end: LineEnd): string {
  const lf = text.replaceAll('\r\n', '\n')
  return end === '\n' ? lf : lf.replaceAll('\n', '\r\n')
}

/**
 * The candidate that was most likely meant by `name`, or undefined if none is similar: at most a third of its letters
 * differ, or letters are transposed, ignoring case.
 */
export function nearest(name: string, candidates: Iterable<string>): string | undefined {
  return allNearest(name, candidates)[0]
}

/**
 * The candidate that `name` is a misspelling of, for a change that nobody reviews: one letter differs or two are
 * transposed, and it is no other candidate's misspelling. Numbers and parts of up to three letters must be the same, as
 * they are what tells names apart: `step_2` is not `step_3`, and `menu_en` not `menu_es`. In a name of four letters or
 * more, a part of two or three can have one too many or lack one: `don` is `done`, and `cut_of` is `cut_off`.
 */
export function misspelled(name: string, candidates: Iterable<string>): string | undefined {
  const [near, other] = allNearest(name, candidates)
  if (near === undefined || other !== undefined || slips(name.toLowerCase(), near.toLowerCase()) > 1) return undefined
  const longest = name.length === near.length || Math.max(name.length, near.length) <= 3 ? 3 : 1
  return marksIn(name, longest) === marksIn(near, longest) ? near : undefined
}

/** The most similar candidates, all equally near. */
function allNearest(name: string, candidates: Iterable<string>): readonly string[] {
  const wanted = name.toLowerCase()
  const allowed = Math.max(1, Math.floor(wanted.length / 3))
  let best: string[] = []
  let bestDistance = allowed
  for (const candidate of candidates) {
    if (candidate === name || Math.abs(candidate.length - name.length) > allowed) continue
    const found = slips(wanted, candidate.toLowerCase())
    if (found > bestDistance) continue
    if (found < bestDistance) best = []
    best.push(candidate)
    bestDistance = found
  }
  return best
}

/** The numbers in a name, and its parts of up to so many letters. */
function marksIn(name: string, longest: number): string {
  const marks = name.match(/\d+|(?<!\p{L})\p{L}{1,3}(?!\p{L})|(?<=\p{Ll})\p{Lu}(?!\p{L})/gu) ?? []
  const isShort = (mark: string) => mark.length <= longest || /\d/.test(mark)
  return marks.filter(isShort).join(' ').toLowerCase()
}

/** Transposed letters are the most common typo, and have an edit distance of two: here they count as one. */
function slips(a: string, b: string): number {
  const edits = distance(a, b)
  return edits === 2 && lettersOf(a) === lettersOf(b) ? 1 : edits
}

function lettersOf(text: string): string {
  return [...text].sort().join('')
}
