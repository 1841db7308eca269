import { ts } from 'ts-morph'

/**
 * Parses a text with the parser of TypeScript, and ends it where it goes round in circles: what it cannot decide at
 * once it reads again, at each level of nesting twice as often. Undefined if it was ended or its stack was too small.
 */
export function parseWithinBounds(file: string, text: string): ts.SourceFile | undefined {
  allowance = text.length * nodesPerCharacter + fewNodes
  const before = { ...allocator }
  Object.assign(allocator, countingAllocator)
  try {
    return ts.createSourceFile(file, text, options)
  } catch (error) {
    if (!(error instanceof RangeError || error instanceof Spent)) throw error
    // What the parser remembers of a text it forgets at its end alone, and would hold against the next one.
    allowance = fewNodes
    ts.createSourceFile(file, '', options)
    return undefined
  } finally {
    Object.assign(allocator, before)
  }
}

/** Sound texts come to less than one node a character, and read a few of them twice. */
const nodesPerCharacter = 4
const fewNodes = 10_000

/** The nodes that the parser may still make of the text at hand: all that it does ends in one. */
let allowance = 0

class Spent extends Error {}

const options: ts.CreateSourceFileOptions = {
  languageVersion: ts.ScriptTarget.ES2023,
  jsDocParsingMode: ts.JSDocParsingMode.ParseNone,
}

type NodeClass = new (kind: ts.SyntaxKind, pos: number, end: number) => ts.Node
type Allocator = Record<string, () => NodeClass>

const makers = ['getNodeConstructor', 'getTokenConstructor', 'getIdentifierConstructor']

// Where the parser gets its nodes from is not in its public types; if it were not there, nothing would be counted.
const allocator = (ts as unknown as { objectAllocator?: Allocator }).objectAllocator ?? {}
// Made once: the parser is slow with nodes whose classes change.
const countingAllocator = Object.fromEntries(
  makers.flatMap(maker => {
    const make = allocator[maker]
    if (make === undefined) return []
    const counting = countingClass(make())
    return [[maker, () => counting]]
  }),
)

function countingClass(Base: NodeClass): NodeClass {
  return class extends Base {
    constructor(kind: ts.SyntaxKind, pos: number, end: number) {
      super(kind, pos, end)
      allowance -= 1
      if (allowance < 0) throw new Spent('too many nodes')
    }
  }
}
