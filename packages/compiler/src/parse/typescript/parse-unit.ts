import type { Places } from '../places.ts'
import type { Problem } from '../problem.ts'
import type { Unit } from './evaluate/value.ts'
import { parseWithinBounds } from './parse-within-bounds.ts'
import { syntaxErrors, syntaxProblem, tooDeep } from './syntax-problem.ts'

/** A file, parsed: with a problem its syntax is wrong, without a unit there is no tree at all. */
export interface ParsedUnit {
  readonly unit?: Unit
  readonly problem?: Problem
}

/** Parses one file. */
export function parseUnit(text: string, places: Places): ParsedUnit {
  const problem = text.length > largeText ? garbageProblem(text, places) : undefined
  if (problem !== undefined) return { problem }
  const tree = parseWithinBounds(places.file, text)
  if (tree === undefined) return { problem: tooDeep(text) }
  const error = syntaxProblem(tree)
  return { unit: { text, places, tree }, ...(error === undefined ? {} : { problem: error }) }
}

const largeText = 256 * 1024
const manyErrors = 100

/** A large text of errors alone would take the parser seconds: its beginning says the same. */
function garbageProblem(text: string, places: Places): Problem | undefined {
  const tree = parseWithinBounds(places.file, text.slice(0, largeText / 4))
  return tree !== undefined && syntaxErrors(tree).length > manyErrors ? syntaxProblem(tree) : undefined
}
