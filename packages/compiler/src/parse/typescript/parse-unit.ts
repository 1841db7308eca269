import { ts } from 'ts-morph'
import type { Places } from '../places.ts'
import type { Problem } from '../problem.ts'
import type { Unit } from './evaluate/value.ts'
import { syntaxProblem, tooDeep } from './syntax-problem.ts'

/** A file, parsed: with a problem its syntax is wrong, without a unit there is no tree at all. */
export interface ParsedUnit {
  readonly unit?: Unit
  readonly problem?: Problem
}

/** Parses one file. */
export function parseUnit(text: string, places: Places): ParsedUnit {
  try {
    const tree = ts.createSourceFile(places.file, text, options)
    const problem = syntaxProblem(tree)
    return { unit: { text, places, tree }, ...(problem === undefined ? {} : { problem }) }
  } catch (error) {
    // The parser's own stack, on a text that nobody wrote by hand.
    if (!(error instanceof RangeError)) throw error
    return { problem: tooDeep(text) }
  }
}

const options: ts.CreateSourceFileOptions = {
  languageVersion: ts.ScriptTarget.ES2023,
  jsDocParsingMode: ts.JSDocParsingMode.ParseNone,
}
