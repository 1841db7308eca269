import type { SuppressionComment } from '@scenewright/model/compilation'
import { Composer, type Document, Schema } from 'yaml'
import type { Problem } from '../problem.ts'
import type { FrontEndInput, ParsedSource } from '../source-tree.ts'
import { readSuppressionForm, suppressionWord } from '../suppression-form.ts'
import { buildTree } from './build-tree.ts'
import { type Lexeme, lexemesOf } from './lexemes.ts'
import { loneReturnProblem, syntaxProblem } from './syntax-problem.ts'
import { readTokens, type TokenStream } from './token-stream.ts'

/** Nothing, a comment, or the dash of an item on a later line. There are no findings at these. */
const withoutContent = /^(?:-(?:\s+-)*(?:\s|$))?\s*(?:#.*)?$/

// One for all files: creating it takes longer than parsing a small file. Without known tags it never changes.
const schema = new Schema({ schema: 'core', resolveKnownTags: false })

/**
 * Reads all of YAML 1.2 with the YAML library. Never throws because of the content, and never nests deeper than the
 * limit.
 */
export function parseAnyYaml(input: FrontEndInput): ParsedSource {
  return read(input, readSuppressions)
}

/** The roots of a text, without its suppressions: reading these as well takes a third longer. */
export function readRoots(input: FrontEndInput): ParsedSource['roots'] {
  return read(input, () => []).roots
}

type Suppressions = ParsedSource['suppressions']

function read(input: FrontEndInput, suppressionsIn: (input: FrontEndInput) => Suppressions): ParsedSource {
  try {
    return parse(input, suppressionsIn)
  } catch (error) {
    // The library's own stack or argument limits, for a text that nobody wrote by hand.
    if (!(error instanceof RangeError)) throw error
    return refused([syntax('The text is too large or complex for the YAML reader', 0)])
  }
}

function parse(input: FrontEndInput, suppressionsIn: (input: FrontEndInput) => Suppressions): ParsedSource {
  const { tokens, problem: tooDeep } = readTokens(input.text)
  if (tooDeep !== undefined) return refused([tooDeep])
  const suppressions = suppressionsIn(input)
  const documents = compose(input.text, tokens)
  const error = firstError(documents, input.text)
  if (error !== undefined) return refused([loneReturnProblem(input.text) ?? error], suppressions)
  const [document] = documents
  if (document === undefined || isEmpty(document)) {
    const empty = syntax('The file is empty: it contains no fields', 0)
    return refused([loneReturnProblem(input.text) ?? empty], suppressions)
  }
  const { root, problems } = buildTree(document.contents, input)
  return problems.length > 0 ? refused(problems, suppressions) : { roots: [{ node: root }], problems, suppressions }
}

function refused(problems: ParsedSource['problems'], suppressions: Suppressions = []): ParsedSource {
  return { roots: [], problems, suppressions }
}

/** The first document, and the second one if there is one too many. */
function compose(text: string, tokens: TokenStream['tokens']): readonly Document.Parsed[] {
  // The library's own check for repeated keys compares each with each.
  const composer = new Composer({ schema, uniqueKeys: false, logLevel: 'silent', prettyErrors: false })
  const documents: Document.Parsed[] = []
  for (const document of composer.compose(tokens, true, text.length)) {
    documents.push(document as Document.Parsed)
    if (documents.length > 1) break
  }
  return documents
}

function firstError([first, second]: readonly Document.Parsed[], text: string): Problem | undefined {
  const errors = [...(first?.errors ?? [])].sort((a, b) => a.pos[0] - b.pos[0])
  const [error] = errors
  if (error !== undefined) return syntaxProblem(error, text)
  if (second === undefined) return undefined
  return syntax('A second YAML document begins here; a file must contain only one', second.range[0])
}

function isEmpty({ contents }: Document.Parsed): boolean {
  return contents === null || (contents.range[0] === contents.range[1] && contents.tag === undefined)
}

function syntax(message: string, offset: number): Problem {
  return { rule: 'source/syntax', message, span: { start: offset, end: offset } }
}

/**
 * The comments that suppress a finding, each with the line that it covers: its own, or the next one with content. The
 * same word may occur in other text, so the few files with the word are read token by token.
 */
function readSuppressions({ text, places }: FrontEndInput): readonly SuppressionComment[] {
  if (!text.includes(suppressionWord)) return []
  const suppressions: SuppressionComment[] = []
  let next = 0
  for (const lexeme of lexemesOf(text)) {
    const suppression = lexeme.text.startsWith('#') ? readSuppressionForm(lexeme.text.slice(1)) : undefined
    if (suppression === undefined) continue
    const isAlone = isAloneOnLine(text, lexeme)
    // Comments in a row cover the same line, which is looked for once.
    if (isAlone && next <= lexeme.start) next = nextContent(text, lexeme.end)
    const line = places.line(isAlone && next < text.length ? next : lexeme.start)
    suppressions.push({ ...places.place(lexeme), ...suppression, line })
  }
  return suppressions
}

function isAloneOnLine(text: string, comment: Lexeme): boolean {
  const lineStart = text.lastIndexOf('\n', comment.start - 1) + 1
  return comment.start === 0 || withoutContent.test(text.slice(lineStart, comment.start).trim())
}

/** The start of the next line with content after an offset; the length of the text if there is none. */
function nextContent(text: string, from: number): number {
  let start = text.indexOf('\n', from) + 1
  while (start > 0) {
    const end = text.indexOf('\n', start)
    const line = text.slice(start, end === -1 ? undefined : end).trim()
    if (!withoutContent.test(line)) return start
    start = end + 1
  }
  return text.length
}
