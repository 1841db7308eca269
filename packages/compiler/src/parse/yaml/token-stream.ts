import { sourceLimits } from '@scenewright/model/limits'
import { type CST, Lexer, Parser } from 'yaml'
import type { Problem } from '../problem.ts'

/** The tokens of one YAML text. Incomplete if the text exceeds a limit, which is then the problem. */
export interface TokenStream {
  readonly tokens: readonly CST.Token[]
  readonly problem?: Problem
}

/**
 * Splits a text into tokens, and stops if it is nested too deeply or has too many, before any recursive code processes
 * it.
 */
export function readTokens(text: string): TokenStream {
  const parser = new Parser()
  const tokens: CST.Token[] = []
  let lexemes = 0
  for (const lexeme of new Lexer().lex(text)) {
    const start = parser.offset
    lexemes += 1
    if (lexemes > sourceLimits.lexemes) return { tokens, problem: tooMany(start) }
    for (const token of parser.next(lexeme)) {
      tokens.push(token)
      // One error suffices, and a text may contain a million.
      if (token.type === 'error') return { tokens }
    }
    // The parser has a stack of open collections, so the depth is available at no cost.
    if (parser.stack.length > sourceLimits.depth && isTooDeep(parser.stack)) return { tokens, problem: tooDeep(start) }
  }
  for (const token of parser.end()) tokens.push(token)
  return { tokens }
}

function isTooDeep(stack: readonly CST.Token[]): boolean {
  let depth = 0
  for (const { type } of stack) {
    if (type === 'block-map' || type === 'block-seq' || type === 'flow-collection') depth += 1
  }
  return depth > sourceLimits.depth
}

function tooDeep(offset: number): Problem {
  return problem(`The text nests deeper than ${sourceLimits.depth} levels`, offset)
}

function tooMany(offset: number): Problem {
  return problem(`The file has more than ${sourceLimits.lexemes} words and marks`, offset)
}

function problem(message: string, offset: number): Problem {
  return { rule: 'source/syntax', message, span: { start: offset, end: offset + 1 } }
}
