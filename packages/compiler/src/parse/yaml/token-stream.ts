import { sourceLimits } from '@scenewright/model'
import { type CST, Lexer, Parser } from 'yaml'
import type { Problem } from '../problem.ts'

/** The tokens of one YAML text. Not all of them where it nests too deep, which is then the problem. */
export interface TokenStream {
  readonly tokens: readonly CST.Token[]
  readonly problem?: Problem
}

/** Splits a text into tokens, and stops where it nests too deep, before anything recursive touches it. */
export function readTokens(text: string): TokenStream {
  const parser = new Parser()
  const tokens: CST.Token[] = []
  for (const lexeme of new Lexer().lex(text)) {
    const start = parser.offset
    for (const token of parser.next(lexeme)) tokens.push(token)
    // The parser keeps what is open on a stack: so the depth costs nothing to know.
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
  return {
    rule: 'source/syntax',
    message: `The text nests deeper than ${sourceLimits.depth} levels`,
    span: { start: offset, end: offset + 1 },
  }
}
