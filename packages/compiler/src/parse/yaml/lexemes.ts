import { CST, Lexer } from 'yaml'
import type { Span } from '../places.ts'

/** A comment, a quoted text, an indicator: a part of a text that is one token of the lexer. */
export interface Lexeme extends Span {
  readonly text: string
}

/** The marks that the lexer adds between the tokens; they are not in the text. */
const marks = new Set([CST.DOCUMENT, CST.FLOW_END, CST.SCALAR])

/** Reads a text again, token by token, without plain and block texts: for features that few files need. */
export function* lexemesOf(source: string): Generator<Lexeme, void> {
  let start = 0
  let isText = false
  for (const text of new Lexer().lex(source)) {
    const isMark: boolean = !isText && marks.has(text)
    const end = isMark ? start : start + text.length
    if (!isText && !isMark) yield { text, start, end }
    isText = isMark && text === CST.SCALAR
    start = end
  }
}
