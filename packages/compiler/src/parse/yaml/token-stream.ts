import { sourceLimits } from '@scenewright/model'
import { CST, Lexer, Parser } from 'yaml'
import type { Problem } from '../problem.ts'
import type { Span } from '../source-tree.ts'

/** The tokens of one YAML text, and what can be seen of it on the way, before anything recursive touches it. */
export interface TokenStream {
  /** Not all of them where there is a problem. */
  readonly tokens: readonly CST.Token[]
  /** Says that the text nests too deep. */
  readonly problem?: Problem
  /** The comments that suppress findings, and no text that looks like one. */
  readonly comments: readonly Comment[]
  /** Where the last quoted text begins that is not closed. */
  readonly unclosedQuote?: number
}

export interface Comment extends Span {
  readonly text: string
}

/** The word that makes a comment ours. */
export const suppressionWord = 'scenewright-ignore'

const doubleQuote = 0x22
const singleQuote = 0x27

/** Splits a text into tokens, and stops where it nests too deep. */
export function readTokens(text: string): TokenStream {
  const parser = new Parser()
  const tokens: CST.Token[] = []
  const comments: Comment[] = []
  const hasSuppressions = text.includes(suppressionWord)
  let unclosedQuote: number | undefined
  let isScalar = false
  // One loop, and no generator of our own: a text has a lexeme for every few letters.
  for (const lexeme of new Lexer().lex(text)) {
    const start = parser.offset
    const first = lexeme.charCodeAt(0)
    if (isScalar) isScalar = false
    else if (first === doubleQuote || first === singleQuote) {
      if (isUnclosed(lexeme)) unclosedQuote = start
    } else if (hasSuppressions && lexeme.startsWith('#') && lexeme.includes(suppressionWord)) {
      comments.push({ text: lexeme, start, end: start + lexeme.length })
    } else isScalar = lexeme === CST.SCALAR
    for (const token of parser.next(lexeme)) tokens.push(token)
    // Composing recurses, and the parser keeps what is open on a stack: so the depth costs nothing to know.
    if (parser.stack.length > sourceLimits.depth && isTooDeep(parser.stack)) {
      return { tokens, comments, problem: tooDeep(start) }
    }
  }
  for (const token of parser.end()) tokens.push(token)
  return unclosedQuote === undefined ? { tokens, comments } : { tokens, comments, unclosedQuote }
}

function isUnclosed(lexeme: string): boolean {
  return lexeme.length === 1 || !lexeme.endsWith(lexeme.charAt(0))
}

function isTooDeep(stack: readonly CST.Token[]): boolean {
  let depth = 0
  for (const { type } of stack) {
    if (type === 'block-map' || type === 'block-seq' || type === 'flow-collection') depth += 1
  }
  return depth > sourceLimits.depth
}

function tooDeep(offset: number): Problem {
  return {
    rule: 'source/syntax',
    message: `The text nests deeper than ${sourceLimits.depth} levels`,
    span: { start: offset, end: offset + 1 },
  }
}
