import { ts } from 'ts-morph'

/**
 * Parses a text with the parser of TypeScript, and ends it where it goes round in circles: what it cannot decide at
 * once it reads again, at each level of nesting twice as often. Undefined if it was ended or its stack was too small.
 */
export function parseWithinBounds(file: string, text: string): ts.SourceFile | undefined {
  const allowance: Allowance = { nodes: text.length * nodesPerCharacter + fewNodes }
  try {
    return counted(allowance, () => ts.createSourceFile(file, text, options))
  } catch (error) {
    if (error instanceof RangeError || error instanceof Spent) return undefined
    throw error
  }
}

/** Sound texts come to less than one node a character, and read a few of them twice. */
const nodesPerCharacter = 4
const fewNodes = 10_000

interface Allowance {
  nodes: number
}

class Spent extends Error {}

const options: ts.CreateSourceFileOptions = {
  languageVersion: ts.ScriptTarget.ES2023,
  jsDocParsingMode: ts.JSDocParsingMode.ParseNone,
}

type NodeClass = new (kind: ts.SyntaxKind, pos: number, end: number) => ts.Node
type Allocator = Record<string, () => NodeClass>

const makers = ['getNodeConstructor', 'getTokenConstructor', 'getIdentifierConstructor']

/** Counts the nodes that the parser makes meanwhile: all that it does ends in one. */
function counted<Result>(allowance: Allowance, work: () => Result): Result {
  // Where the parser gets its nodes from is not in its public types; without it nothing is counted.
  const allocator = (ts as unknown as { objectAllocator?: Allocator }).objectAllocator
  if (allocator === undefined) return work()
  const before = { ...allocator }
  for (const maker of makers) {
    const make = before[maker]
    if (make !== undefined) allocator[maker] = () => countingClass(make(), allowance)
  }
  try {
    return work()
  } finally {
    Object.assign(allocator, before)
  }
}

function countingClass(Base: NodeClass, allowance: Allowance): NodeClass {
  return class extends Base {
    constructor(kind: ts.SyntaxKind, pos: number, end: number) {
      super(kind, pos, end)
      allowance.nodes -= 1
      if (allowance.nodes < 0) throw new Spent('too many nodes')
    }
  }
}
