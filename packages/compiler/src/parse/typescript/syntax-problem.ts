import { ts } from 'ts-morph'
import type { Problem } from '../problem.ts'
import type { Span } from '../source-tree.ts'

/** The first error of the parser, in words; undefined where it has none. */
export function syntaxProblem(tree: ts.SourceFile): Problem | undefined {
  // The parser goes on behind an error, so the one that it comes upon first stands first.
  const [first] = syntaxErrors(tree)
  if (first === undefined) return undefined
  const text = ts.flattenDiagnosticMessageText(first.messageText, ' ')
  return syntax(wordingOf(text), { start: first.start, end: first.start + first.length })
}

/** The errors of the parser, in the order in which it came upon them. */
export function syntaxErrors(tree: ts.SourceFile): readonly ts.DiagnosticWithLocation[] {
  // The public type leaves out the one list that a parse without a program makes.
  return (tree as { parseDiagnostics?: readonly ts.DiagnosticWithLocation[] }).parseDiagnostics ?? []
}

/** A text that the parser cannot take: it nests as no author's does. */
export function tooDeep(text: string): Problem {
  const start = deepestStart(text)
  return syntax('The text nests deeper than a source may', { start, end: start + 1 })
}

function wordingOf(text: string): string {
  const missing = /^'(.+)' expected\.$/.exec(text)?.[1]
  if (missing !== undefined) return `A "${missing}" is missing here`
  return wordings[text] ?? `This is not TypeScript: ${text.charAt(0).toLowerCase()}${text.slice(1).replace(/\.$/, '')}`
}

const wordings: Readonly<Record<string, string>> = {
  'Declaration or statement expected.': 'A declaration is missing here, or a bracket is one too many',
  'Expression expected.': 'A value is missing here',
  'Identifier expected.': 'A name is missing here',
  'Unterminated string literal.': 'A quote is opened in this line and never closed',
  'Unterminated template literal.': 'A text in backticks is opened and never closed',
  "'*/' expected.": 'A comment is opened with "/*" and never closed',
}

const opening = new Set('([{')
const closing = new Set(')]}')
const deepest = 1000

/** Where so many brackets are open at once, as far as that can be told without a parser. */
function deepestStart(text: string): number {
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at)
    if (opening.has(character)) depth += 1
    else if (closing.has(character)) depth -= 1
    if (depth > deepest) return at
  }
  return 0
}

function syntax(message: string, span: Span): Problem {
  return { rule: 'source/syntax', message, span }
}
