import { ts } from 'ts-morph'
import type { Places, Span } from '../places.ts'
import type { Problem } from '../problem.ts'
import type { Unit } from './evaluate/value.ts'

/** Valid texts have less than one node per character, and read a few of them twice. */
const nodesPerCharacter = 4

const fewNodes = 10_000

/** The number of nodes that the parser may still create for the current text: all its work creates nodes. */
let allowance = 0

const options: ts.CreateSourceFileOptions = {
  languageVersion: ts.ScriptTarget.ES2023,
  jsDocParsingMode: ts.JSDocParsingMode.ParseNone,
}

type NodeClass = new (kind: ts.SyntaxKind, pos: number, end: number) => ts.Node

type Allocator = Record<string, () => NodeClass>

const makers = ['getNodeConstructor', 'getTokenConstructor', 'getIdentifierConstructor']

// The parser's node constructors are not in its public types; without them, nothing would be counted.
const allocator = (ts as unknown as { objectAllocator?: Allocator }).objectAllocator ?? {}

// Created once: the parser is slow with nodes whose classes change.
const countingAllocator = Object.fromEntries(
  makers.flatMap(maker => {
    const make = allocator[maker]
    if (make === undefined) return []
    const counting = countingClass(make())
    return [[maker, () => counting]]
  }),
)

const wordings: Readonly<Record<string, string>> = {
  'Declaration or statement expected.': 'A declaration is missing here, or there is an extra bracket',
  'Expression expected.': 'A value is missing here',
  'Identifier expected.': 'A name is missing here',
  'Unterminated string literal.': 'A string is not closed on this line',
  'Unterminated template literal.': 'A template string is not closed',
  "'*/' expected.": 'A comment that begins with "/*" is not closed',
}

const opening = new Set('([{')

const closing = new Set(')]}')

const deepest = 1000

/** A parsed file: with a problem its syntax is invalid, without a unit there is no tree at all. */
export interface ParsedUnit {
  readonly unit?: Unit
  readonly problem?: Problem
}

/** Parses one file. */
export function parseUnit(text: string, places: Places): ParsedUnit {
  const problem = modifierProblem(text) ?? (text.length > largeText ? garbageProblem(text, places) : undefined)
  if (problem !== undefined) return { problem }
  const tree = parseWithinBounds(places.file, text)
  if (tree === undefined) return { problem: tooDeep(text) }
  const error = syntaxProblem(tree)
  return { unit: { text, places, tree }, ...(error === undefined ? {} : { problem: error }) }
}

const manyModifiers = 1000
const modifiers = new Map([
  [ts.SyntaxKind.AbstractKeyword, 'abstract'],
  [ts.SyntaxKind.AccessorKeyword, 'accessor'],
  [ts.SyntaxKind.AsyncKeyword, 'async'],
  [ts.SyntaxKind.ConstKeyword, 'const'],
  [ts.SyntaxKind.DeclareKeyword, 'declare'],
  [ts.SyntaxKind.DefaultKeyword, 'default'],
  [ts.SyntaxKind.ExportKeyword, 'export'],
  [ts.SyntaxKind.InKeyword, 'in'],
  [ts.SyntaxKind.OutKeyword, 'out'],
  [ts.SyntaxKind.OverrideKeyword, 'override'],
  [ts.SyntaxKind.PrivateKeyword, 'private'],
  [ts.SyntaxKind.ProtectedKeyword, 'protected'],
  [ts.SyntaxKind.PublicKeyword, 'public'],
  [ts.SyntaxKind.ReadonlyKeyword, 'readonly'],
  [ts.SyntaxKind.StaticKeyword, 'static'],
])
const modifierWords = new RegExp(`\\b(?:${[...modifiers.values()].join('|')})\\b`, 'g')

/** At each word before a declaration, such as "export", the parser reads all that follow, without creating nodes. */
function modifierProblem(text: string): Problem | undefined {
  if ((text.match(modifierWords)?.length ?? 0) <= manyModifiers) return undefined
  const scanner = ts.createScanner(ts.ScriptTarget.ES2023, true, undefined, text)
  let count = 0
  for (let kind = scanner.scan(); kind !== ts.SyntaxKind.EndOfFileToken; kind = scanner.scan()) {
    count = modifiers.has(kind) ? count + 1 : 0
    if (count > manyModifiers) {
      const [start, end] = [scanner.getTokenStart(), scanner.getTokenEnd()]
      return syntax(`There are more than ${manyModifiers} words such as "export" in a row`, { start, end })
    }
  }
  return undefined
}

const largeText = 256 * 1024
const manyErrors = 100

/** A large text that consists of errors would take the parser seconds: its beginning has the same errors. */
function garbageProblem(text: string, places: Places): Problem | undefined {
  const tree = parseWithinBounds(places.file, text.slice(0, largeText / 4))
  return tree !== undefined && syntaxErrors(tree).length > manyErrors ? syntaxProblem(tree) : undefined
}

/** The first error of the parser, in words; undefined if there is none. */
function syntaxProblem(tree: ts.SourceFile): Problem | undefined {
  // The parser continues after an error, so the first error in the list is the first that it found.
  const [first] = syntaxErrors(tree)
  if (first === undefined) return undefined
  const text = ts.flattenDiagnosticMessageText(first.messageText, ' ')
  return syntax(wordingOf(text), { start: first.start, end: first.start + first.length })
}

/** The errors of the parser, in the order in which it found them. */
function syntaxErrors(tree: ts.SourceFile): readonly ts.DiagnosticWithLocation[] {
  // The public type lacks the only list that a parse without a program creates.
  return (tree as { parseDiagnostics?: readonly ts.DiagnosticWithLocation[] }).parseDiagnostics ?? []
}

/** A text that the parser cannot process: no author nests so deeply. */
function tooDeep(text: string): Problem {
  const start = deepestStart(text)
  return syntax('The text is nested too deeply', { start, end: start + 1 })
}

function wordingOf(text: string): string {
  const missing = /^'(.+)' expected\.$/.exec(text)?.[1]
  if (missing !== undefined) return `A "${missing}" is missing here`
  return wordings[text] ?? `This is not TypeScript: ${text.charAt(0).toLowerCase()}${text.slice(1).replace(/\.$/, '')}`
}

/** Where this many brackets are open, as far as that can be determined without a parser. */
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

/**
 * Parses a text with the parser of TypeScript, and ends exponential backtracking: what it cannot decide at once it
 * reads again, at each level of nesting twice as often. Undefined if it was ended or its stack was too small.
 */
function parseWithinBounds(file: string, text: string): ts.SourceFile | undefined {
  allowance = text.length * nodesPerCharacter + fewNodes
  const before = { ...allocator }
  Object.assign(allocator, countingAllocator)
  try {
    return ts.createSourceFile(file, text, options)
  } catch (error) {
    if (!(error instanceof RangeError || error instanceof Spent)) throw error
    // The parser resets its state only at the end of a text; parsing an empty one protects the next text.
    allowance = fewNodes
    ts.createSourceFile(file, '', options)
    return undefined
  } finally {
    Object.assign(allocator, before)
  }
}

class Spent extends Error {}

function countingClass(Base: NodeClass): NodeClass {
  return class extends Base {
    constructor(kind: ts.SyntaxKind, pos: number, end: number) {
      super(kind, pos, end)
      allowance -= 1
      if (allowance < 0) throw new Spent('too many nodes')
    }
  }
}
