import type { Span } from '../parse/places.ts'
import type { Language } from '../parse/source-tree.ts'

/** A UTF-16 unit of a text, and its range in the source: itself, or an escape. */
export interface Letter extends Span {
  readonly unit: string
}

/** One literal of a source: its range, and its text. */
export interface Literal extends Span {
  readonly value: string
}

/**
 * The letters of a text, in order, as written in a literal; white space is left out, because a literal may be broken
 * into lines. Undefined if the range is not a single literal of that text: an alias, an expression.
 */
export function readLetters(text: string, literal: Literal, language: Language): readonly Letter[] | undefined {
  const letters = lettersIn(text, literal, language)?.filter(({ unit }) => !isBlank(unit))
  const units = [...literal.value.split('')].filter(unit => !isBlank(unit))
  const isSame = letters?.length === units.length && letters.every(({ unit }, index) => unit === units[index])
  return isSame ? letters : undefined
}

/** Whether a line of a literal may end there, or a line be indented with it. */
export function isBlank(unit: string): boolean {
  return unit === ' ' || unit === '\n' || unit === '\t' || unit === '\r'
}

function lettersIn(text: string, { start, end }: Span, language: Language): readonly Letter[] | undefined {
  const quote = text.charAt(start)
  if (language === 'yaml') {
    if (quote === '|' || quote === '>') return plainLetters(text, { start: text.indexOf('\n', start) + 1, end })
    if (quote !== '"' && quote !== "'") return plainLetters(text, { start, end })
  } else if (quote !== '"' && quote !== "'" && quote !== '`') return undefined
  if (end - start < 2 || text.charAt(end - 1) !== quote) return undefined
  const inner = { start: start + 1, end: end - 1 }
  return language === 'yaml' && quote === "'" ? doubledLetters(text, inner) : escapedLetters(text, inner, quote)
}

function plainLetters(text: string, { start, end }: Span): readonly Letter[] {
  return Array.from({ length: end - start }, (_, index) => letterAt(text, start + index))
}

/** In YAML's single quotes, only the quote itself is escaped, by doubling it. */
function doubledLetters(text: string, { start, end }: Span): readonly Letter[] | undefined {
  const letters: Letter[] = []
  for (let at = start; at < end; at += 1) {
    if (text.charAt(at) === "'") {
      if (at + 1 >= end || text.charAt(at + 1) !== "'") return undefined
      letters.push({ unit: "'", start: at, end: at + 2 })
      at += 1
    } else letters.push(letterAt(text, at))
  }
  return letters
}

function escapedLetters(text: string, { start, end }: Span, quote: string): readonly Letter[] | undefined {
  const letters: Letter[] = []
  let at = start
  while (at < end) {
    const unit = text.charAt(at)
    // Another literal or expression begins after it.
    if (unit === quote || (quote === '`' && text.startsWith('${', at))) return undefined
    if (unit === '\\') {
      escaped.lastIndex = at
      const match = escaped.exec(text)
      if (match === null || at + match[0].length > end) return undefined
      const place = { start: at, end: at + match[0].length }
      for (const part of escapedText(match).split('')) letters.push({ unit: part, ...place })
      at = place.end
    } else {
      letters.push(letterAt(text, at))
      at += 1
    }
  }
  return letters
}

const escaped = /\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|U(00[\da-fA-F]{6})|u\{0*([\da-fA-F]{1,6})\}|(\r\n|[\s\S]))/y

/** Those of both languages: where they differ, a different text is rejected. */
const named: ReadonlyMap<string, string> = new Map([
  ...['0\0', 'a\x07', 'b\b', 't\t', 'n\n', 'v\v', 'f\f', 'r\r', 'e\x1b', 'N\x85', '_\xa0', 'L\u2028', 'P\u2029'].map(
    ([name = '', unit = '']) => [name, unit] as const,
  ),
  // The line continues.
  ...['\n', '\r', '\r\n', '\u2028', '\u2029'].map(end => [end, ''] as const),
])

function escapedText([, byte, unit, point, braced, letter = '']: RegExpExecArray): string {
  const digits = byte ?? unit ?? point ?? braced
  if (digits === undefined) return named.get(letter) ?? letter
  const code = Number.parseInt(digits, 16)
  return code > 0x10ffff ? '' : String.fromCodePoint(code)
}

function letterAt(text: string, at: number): Letter {
  return { unit: text.charAt(at), start: at, end: at + 1 }
}
