import { resolve } from 'node:path'
import { sumCoverage } from '@scenewright/simulator'
import type { Invocation } from '../../../shell/command.ts'
import { writeNew } from '../../../shell/files.ts'
import { lcov } from './formats/lcov.ts'
import { coverageText, shortfallText } from './formats/text.ts'
import { type LocatedCoverage, shortfallsOf } from './locate-coverage.ts'

/** What is to be done with coverage. */
export interface CoverageOptions {
  readonly coverage?: boolean
  /** The least percentage of nodes, edges and scenarios. */
  readonly min?: number
  /** The file that a tracefile is written to. */
  readonly lcov?: string
}

/** Whether coverage is measured at all. */
export function wantsCoverage({ coverage, min, lcov: file }: CoverageOptions): boolean {
  return coverage === true || min !== undefined || file !== undefined
}

/** Writes the tracefile that is asked for, and tells what falls short. Promises whether as much is covered as must be. */
export async function judgeCoverage(
  { terminal, cwd }: Invocation,
  { format, min = 0, lcov: file }: CoverageOptions & { readonly format: string },
  coverage: LocatedCoverage,
): Promise<boolean> {
  // A format that has no place for coverage leaves it to people.
  if (format === 'junit') terminal.err(coverageText(coverage, terminal.color.err))
  if (file !== undefined) {
    await writeNew(resolve(cwd, file), lcov(coverage), true)
    terminal.err(`coverage written to ${file}\n`)
  }
  const shortfalls = shortfallsOf(sumCoverage(coverage), min)
  terminal.err(shortfallText(shortfalls, min))
  return shortfalls.length === 0
}
