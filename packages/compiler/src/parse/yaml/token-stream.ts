import { sourceLimits } from '@scenewright/model'
import { CST, Lexer, Parser } from 'yaml'
import type { Problem } from '../problem.ts'
import type { Span } from '../source-tree.ts'

/** The tokens of one YAML text, and what can be seen of it on the way, before anything recursive touches it. */
export interface TokenStream {
  /** Ends early where the text nests too deep; `problem` then says so. */
  tokens(): Generator<CST.Token, void>
  problem(): Problem | undefined
  /** The comments that name the project, and no text that looks like one. */
  comments(): readonly Comment[]
  /** Where the last quoted text begins that is not closed. */
  unclosedQuote(): number | undefined
  /** How far the text has been read. */
  offset(): number
}

export interface Comment extends Span {
  readonly text: string
}

/** The word that makes a comment ours. */
export const suppressionWord = 'scenewright-ignore'

export function createTokenStream(text: string): TokenStream {
  const parser = new Parser()
  const comments: Comment[] = []
  const hasSuppressions = text.includes(suppressionWord)
  let problem: Problem | undefined
  let unclosedQuote: number | undefined

  function* tokens(): Generator<CST.Token, void> {
    let isScalar = false
    for (const lexeme of new Lexer().lex(text)) {
      const start = parser.offset
      if (!isScalar && isUnclosed(lexeme)) unclosedQuote = start
      if (hasSuppressions && !isScalar && lexeme.startsWith('#') && lexeme.includes(suppressionWord)) {
        comments.push({ text: lexeme, start, end: start + lexeme.length })
      }
      isScalar = lexeme === CST.SCALAR
      yield* parser.next(lexeme)
      // Composing recurses, and the parser keeps what is open on a stack: so the depth costs nothing to know.
      if (parser.stack.length > sourceLimits.depth && isTooDeep(parser.stack)) {
        problem = tooDeep(start)
        return
      }
    }
    yield* parser.end()
  }

  return {
    tokens,
    problem: () => problem,
    comments: () => comments,
    unclosedQuote: () => unclosedQuote,
    offset: () => parser.offset,
  }
}

function isUnclosed(lexeme: string): boolean {
  const [quote] = lexeme
  return (quote === '"' || quote === "'") && (lexeme.length === 1 || !lexeme.endsWith(quote))
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
