import { shorten } from '@scenewright/model/text'
import type { ErrorCode, YAMLParseError } from 'yaml'
import { quoted } from '../../format/text-style.ts'
import type { Problem } from '../problem.ts'
import { type Lexeme, lexemesOf } from './lexemes.ts'
import { isInTextList } from './text-lists.ts'

interface Wording {
  readonly message: string
  readonly help?: string
}

/** The help for a text that YAML takes for something else. */
export const quoteIt = 'Put the whole text in quotes, or on a line of its own below "|".'

/** The YAML library's error, at its start and in words for people who have never read the YAML specification. */
export function syntaxProblem(error: YAMLParseError, text: string): Problem {
  const [offset, behind] = error.pos
  const closing = /end with a ([\]}])/.exec(error.message)?.[1]
  if (closing !== undefined) return unclosedBracket(text, offset, closing)
  const quote = /^Missing closing/.test(error.message) ? unclosedQuote(text, offset) : undefined
  const start = Math.min(quote ?? offset, text.length)
  const lineEnd = text.indexOf('\n', start)
  const end = quote === undefined ? Math.min(behind, lineEnd === -1 ? text.length : lineEnd) : start + 1
  return { rule: 'source/syntax', ...wordingOf(error, text), span: { start, end: Math.max(start, end) } }
}

/** The problem of a file whose only line ends are CR: YAML allows them, but this reader has just one line then. */
export function loneReturnProblem(text: string): Problem | undefined {
  const start = text.indexOf('\r')
  if (start === -1 || text.includes('\n')) return undefined
  return {
    rule: 'source/syntax',
    message: 'The lines of this file end with CR alone',
    span: { start, end: start + 1 },
    help: 'Save the file with LF or CRLF line ends.',
  }
}

/** The start of the quoted text that ends, unclosed, at `end`. */
function unclosedQuote(text: string, end: number): number | undefined {
  for (const lexeme of lexemesOf(text)) {
    if (lexeme.end === end && /^["']/.test(lexeme.text)) return lexeme.start
  }
  return undefined
}

/** The bracket that is still open at `end`. A comment may contain what was meant to close it: `[Ticket #1]`. */
function unclosedBracket(text: string, end: number, closing: string): Problem {
  const opening = closing === ']' ? '[' : '{'
  const { open, comments } = readBrackets(text, end)
  const start = open.findLast(bracket => bracket.text === opening)?.start ?? Math.min(end, text.length)
  const hiding = comments.some(comment => comment.start > start && comment.text.includes(closing))
  return {
    rule: 'source/syntax',
    message: `A "${opening}" is not closed by a "${closing}"`,
    span: { start, end: Math.min(start + 1, text.length) },
    ...(hiding && { help: 'After a space, "#" begins a comment: put the text that contains it in quotes.' }),
  }
}

/** The brackets that are open at an offset, the comments before it, and where the item, or the value of its key, begins. */
function readBrackets(text: string, offset: number) {
  const open: Lexeme[] = []
  const comments: Lexeme[] = []
  let start = 0
  let isKey = false
  for (const lexeme of lexemesOf(text)) {
    if (lexeme.start >= offset) break
    const { text: mark } = lexeme
    if (mark === '[' || mark === '{') open.push(lexeme)
    else if (mark === ']' || mark === '}') open.pop()
    else if (mark.startsWith('#')) comments.push(lexeme)
    if (/^[[{,]$/.test(mark) || (mark === ':' && isKey)) {
      start = lexeme.end
      isKey = mark !== ':' && open.at(-1)?.text === '{'
    }
  }
  return { open, comments, start }
}

function wordingOf({ code, message, pos }: YAMLParseError, text: string): Wording {
  const line = lineAt(text, pos[0])
  switch (code) {
    case 'TAB_AS_INDENT':
      return { message: 'The indentation contains a tab', help: 'YAML allows only spaces for indentation.' }
    case 'BAD_INDENT':
      return {
        message: 'The indentation of this line does not match any line above',
        help: 'Fields of one mapping must begin in the same column.',
      }
    case 'BLOCK_IN_FLOW':
    case 'BLOCK_AS_IMPLICIT_KEY':
      return blockInBrackets(text, pos[0]) ?? nestedMapping(text, pos[0])
    case 'MULTILINE_IMPLICIT_KEY':
      return (text.charAt(pos[0]) === '-' ? blockInBrackets(text, pos[0]) : undefined) ?? missingColon(line)
    case 'MISSING_CHAR':
      return missingCharacter(message, line)
    case 'BAD_SCALAR_START':
      return { message: `A text without quotes cannot begin with "${text.charAt(pos[0])}"`, help: quoteIt }
    case 'TAG_RESOLVE_FAILED':
      return { message: 'A text without quotes cannot begin with "!"', help: quoteIt }
    case 'UNEXPECTED_TOKEN':
      return unexpected(message, text.slice(0, pos[0]))
    default:
      return other[code] ?? { message: `This is not YAML: ${lowerFirst(message)}` }
  }
}

const other: Partial<Record<ErrorCode, Wording>> = {
  BAD_ALIAS: { message: 'An "&" or "*" needs a name', help: quoteIt },
  BAD_DQ_ESCAPE: {
    message: 'Unknown escape sequence in double quotes',
    help: 'Write two backslashes, or use single quotes.',
  },
  KEY_OVER_1024_CHARS: { message: 'A key is longer than 1024 characters' },
  MULTIPLE_ANCHORS: { message: 'A value has two anchors' },
  MULTIPLE_TAGS: { message: 'A value has two tags' },
}

function nestedMapping(text: string, offset: number): Wording {
  const rest = textItemAt(text, offset) ?? text.slice(offset).split('\n', 1)[0] ?? ''
  if (/:(\s|$)/.test(rest)) {
    return { message: `A colon followed by a space is inside the text "${shortened(rest)}"`, help: quoteThis(rest) }
  }
  return {
    message: 'The next line is indented below a field that already has a value',
    help: 'Indent it like the field, or remove the value.',
  }
}

function missingColon(line: string): Wording {
  const wording = oddSpace(line)
  if (wording !== undefined) return wording
  return /^\s*- /.test(line)
    ? { message: 'A list item is not allowed here; expected a field', help: 'Indent the list below its key.' }
    : { message: `A colon is missing in "${shortened(line)}"`, help: 'Write a field as `name: value`.' }
}

/** A space behind a colon that YAML takes for a letter. */
function oddSpace(line: string): Wording | undefined {
  const space = /:([^\S \t\r])/.exec(line)?.[1]
  if (space === undefined) return undefined
  const code = space.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')
  const name = code === '00A0' ? 'a no-break space (U+00A0)' : `the character U+${code}`
  return { message: `A colon is followed by ${name}; expected a space`, help: 'Type a space in its place.' }
}

/** A mapping, or a list with dashes, in brackets or braces: mostly a text without quotes. */
function blockInBrackets(text: string, offset: number): Wording | undefined {
  const { open, start } = readBrackets(text, offset)
  const bracket = open.at(-1)?.text
  if (bracket === undefined) return undefined
  const isList = text.charAt(offset) === '-'
  if (/^\s*$/.test(text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset))) {
    return isList
      ? { message: 'A list with dashes is inside brackets or braces', help: 'Write it as `[a, b]`, without dashes.' }
      : {
          message: 'A mapping without braces is inside brackets or braces',
          help: 'Put it in braces: `{ name: value }`.',
        }
  }
  const rest = textUpToNext(text.slice(isList ? offset : start), bracket)
  if (!isList && !rest.includes(':')) return undefined
  const message = isList
    ? 'A text without quotes cannot begin with "-" and a space'
    : `A colon ${/:\s/.test(rest) ? 'followed by a space is inside' : 'is at the end of'} the text "${shortened(rest)}"`
  return { message, help: `Put the whole text in quotes${isLong(rest) ? '' : `: ${quoted(rest)}`}.` }
}

/** An item of a list in brackets, or the value of a field in braces with the commas before the next `name:`. */
function textUpToNext(rest: string, bracket: string): string {
  const [first = '', ...others] = (/^[^[\]{}\n]*/.exec(rest.trimStart())?.[0] ?? '').split(',')
  const next = bracket === '[' ? 0 : others.findIndex(part => part.trim() === '' || /:(\s|$)/.test(part))
  return [first, ...others.slice(0, next === -1 ? undefined : next)].join(',').trim()
}

/** The whole item at an offset, if it is in a list of texts: there, its first colon does not end the name of a field. */
function textItemAt(text: string, offset: number): string | undefined {
  const [dash = '', item] = /^ *- +(?=[^-?&*!|>[{])(.*)/.exec(lineAt(text, offset)) ?? []
  const above = text.slice(0, offset).split('\n')
  return isInTextList(above, above.length - 1, dash.indexOf('-')) ? item : undefined
}

/** A long text, and one with a comment, is not repeated. */
function isLong(text: string): boolean {
  return text.length > 60 || text.includes('#')
}

function quoteThis(rest: string): string {
  const text = rest.trim()
  if (isLong(text)) return quoteIt
  return `Put the whole text in quotes, ${quoted(text)}, or on a line of its own below "|".`
}

function missingCharacter(message: string, line: string): Wording {
  if (/closing/.test(message)) return { message: 'The quote that is opened here is not closed' }
  if (/space after :/.test(message)) return { message: 'A space is missing after the colon' }
  if (/Comments must/.test(message)) return { message: 'A space is missing before the "#" of a comment' }
  if (/Missing , /.test(message)) return { message: 'A comma is missing between two items' }
  if (/^Tags and anchors/.test(message)) {
    return { message: 'A text without quotes cannot begin with "!" or "&"', help: quoteIt }
  }
  if (/Implicit map keys/.test(message))
    return oddSpace(line) ?? { message: 'A colon is missing after the name of a field' }
  return { message: `This is not YAML: ${lowerFirst(message)}` }
}

function unexpected(message: string, before: string): Wording {
  if (/at node end/.test(message)) {
    return { message: 'Unexpected text after the end of a value', help: quoteIt }
  }
  if (/block-seq-ind/.test(message)) {
    return { message: 'A list cannot begin on the line of its key', help: 'Begin it on the next line.' }
  }
  if (/header includes extra/.test(message) || /[|>][-+\d]*[ \t]*$/.test(lineAt(before, before.length))) {
    return { message: 'Unexpected text after "|" or ">", which begins a block of text', help: quoteIt }
  }
  return { message: `This is not YAML: ${lowerFirst(message)}` }
}

function lineAt(text: string, offset: number): string {
  const start = text.lastIndexOf('\n', offset - 1) + 1
  const end = text.indexOf('\n', start)
  return text.slice(start, end === -1 ? undefined : end)
}

function shortened(line: string): string {
  return shorten(line.trim(), 60)
}

function lowerFirst(message: string): string {
  return message.charAt(0).toLowerCase() + message.slice(1).split('\n', 1)[0]
}
