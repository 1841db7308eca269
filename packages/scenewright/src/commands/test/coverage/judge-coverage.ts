import { resolve } from 'node:path'
import { compareText } from '@scenewright/model/text'
import { isStarted, sumCoverage } from '@scenewright/simulator/coverage'
import type { Invocation } from '../../../shell/command.ts'
import { writeNew } from '../../../shell/files.ts'
import { coverageText, shortfallText } from './formats/text.ts'
import { findShortfalls, type LocatedCoverage, type LocatedPart, type LocatedScenario } from './locate-coverage.ts'

/** The options for coverage. */
export interface CoverageOptions {
  readonly coverage?: boolean
  /** The minimum percentage of nodes, edges and scenarios. */
  readonly min?: number
  /** The file that a tracefile is written to. */
  readonly lcov?: string
}

/** Whether coverage is measured at all. */
export function wantsCoverage({ coverage, min, lcov: file }: CoverageOptions): boolean {
  return coverage === true || min !== undefined || file !== undefined
}

/** Writes the requested tracefile and reports insufficient coverage. Resolves with whether coverage is sufficient. */
export async function judgeCoverage(
  { terminal, cwd }: Invocation,
  { format, min = 0, lcov: file }: CoverageOptions & { readonly format: string },
  coverage: LocatedCoverage,
): Promise<boolean> {
  // If a format cannot contain coverage, it is printed for people.
  if (format === 'junit') terminal.err(coverageText(coverage, terminal.color.err))
  if (file !== undefined) {
    await writeNew(resolve(cwd, file), lcov(coverage), true)
    terminal.err(`coverage written to ${file}\n`)
  }
  const shortfalls = findShortfalls(sumCoverage(coverage), min)
  terminal.err(shortfallText(shortfalls, min))
  return shortfalls.length === 0
}

/**
 * A tracefile of lcov: a source file is a file, a scenario a function, an edge a branch, and the lines are those of
 * nodes and edges. Parts that cannot be simulated are not included. Of several parts on one line, the lowest count is
 * used, so that no gap is hidden. Files are relative to the project's root.
 */
export function lcov({ scenarios }: LocatedCoverage): string {
  return [...byFile(scenarios)].map(([file, held]) => record(file, held)).join('')
}

function byFile(scenarios: readonly LocatedScenario[]): ReadonlyMap<string, readonly LocatedScenario[]> {
  const files = new Map<string, LocatedScenario[]>()
  for (const scenario of scenarios) {
    const known = files.get(scenario.file)
    if (known === undefined) files.set(scenario.file, [scenario])
    else known.push(scenario)
  }
  return new Map([...files].sort(([a], [b]) => compareText(a, b)))
}

function record(file: string, scenarios: readonly LocatedScenario[]): string {
  const branches = scenarios.flatMap(({ edges }) => edges).filter(({ isSimulable }) => isSimulable)
  const lines = minHits(scenarios.flatMap(({ nodes, edges }) => [...nodes, ...edges]))
  return [
    'TN:',
    `SF:${file}`,
    ...scenarios.map(({ key, line }) => `FN:${line},${key}`),
    ...scenarios.map(({ key, starts }) => `FNDA:${starts},${key}`),
    `FNF:${scenarios.length}`,
    `FNH:${scenarios.filter(isStarted).length}`,
    ...branches.map(({ line, hits }, place) => `BRDA:${line},0,${place},${hits}`),
    `BRF:${branches.length}`,
    `BRH:${branches.filter(({ hits }) => hits > 0).length}`,
    ...lines.map(([line, hits]) => `DA:${line},${hits}`),
    `LF:${lines.length}`,
    `LH:${lines.filter(([, hits]) => hits > 0).length}`,
    'end_of_record\n',
  ].join('\n')
}

function minHits(parts: readonly LocatedPart[]): readonly (readonly [line: number, hits: number])[] {
  const lines = new Map<number, number>()
  for (const { line, hits, isSimulable } of parts) {
    if (isSimulable) lines.set(line, Math.min(hits, lines.get(line) ?? hits))
  }
  return [...lines].sort(([a], [b]) => a - b)
}
