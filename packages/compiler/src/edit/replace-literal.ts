import { escapeCharacter } from '@scenewright/model/text'
import { isPlain, quoted } from '../format/text-style.ts'
import type { Language } from '../parse/source-tree.ts'
import { type Literal, readLetters } from './letters.ts'
import type { Splice } from './splice.ts'

/** The characters that cannot appear unescaped in quotes. */
const unprintable = /[\p{Cc}\p{Cs}\u2028\u2029\ufeff\ufffe\uffff]/u

interface Place {
  readonly language: Language
  /** Whether it is in brackets or braces. */
  readonly isInline: boolean
}

/**
 * The splice that replaces the text of a literal, with its present quotes; a plain scalar gets quotes if it needs them.
 * Undefined for a block text, and for anything else that is not a literal.
 */
export function replaceLiteral(
  text: string,
  literal: Literal,
  wanted: string,
  { language, isInline }: Place,
): Splice | undefined {
  if (readLetters(text, literal, language) === undefined) return undefined
  const { start, end } = literal
  const quote = text.charAt(start)
  if (language === 'typescript') return { start, end, text: typescriptLiteral(wanted, quote) }
  if (quote === '|' || quote === '>') return undefined
  return { start, end, text: yamlScalar(wanted, quote, isInline) }
}

/** A literal of a text, in these quotes if there are any; in YAML, a text without quotes gets them if it needs them. */
export function newLiteral(wanted: string, quote: string, { language, isInline }: Place): string {
  if (language === 'typescript') return typescriptLiteral(wanted, quote === '' ? "'" : quote)
  return yamlScalar(wanted, quote, isInline)
}

function yamlScalar(wanted: string, quote: string, isInline: boolean): string {
  if (quote === "'" && !unprintable.test(wanted)) return `'${wanted.replaceAll("'", "''")}'`
  if (quote !== "'" && quote !== '"' && isPlain(wanted, isInline)) return wanted
  const inQuotes = quoted(wanted)
  return quote === '"' && inQuotes.startsWith("'") ? JSON.stringify(wanted) : inQuotes
}

function typescriptLiteral(wanted: string, quote: string): string {
  const escaped = JSON.stringify(wanted)
    .slice(1, -1)
    .replaceAll(/[\x7f-\x9f\u2028\u2029\ufeff]/g, escapeCharacter)
  if (quote === '"') return `"${escaped}"`
  const bare = escaped.replaceAll('\\"', '"')
  return `${quote}${quote === "'" ? bare.replaceAll("'", "\\'") : bare.replaceAll('`', '\\`').replaceAll('${', '\\${')}${quote}`
}
