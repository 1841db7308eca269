import { type CoverageSum, isStarted, type Share, shareOf, sumCoverage } from '@scenewright/simulator'
import type { LocatedCoverage, LocatedPart, LocatedScenario } from '../locate-coverage.ts'

/** What a program may read of coverage: the field `coverage` of the report of tests. */
export interface CoverageJson extends Pick<CoverageSum, 'nodes' | 'edges' | 'scenarios'> {
  readonly not_simulable: CoverageSum['notSimulable']
  /** The keys of scenarios that are switched off. */
  readonly inactive: readonly string[]
  readonly by_scenario: readonly ScenarioJson[]
}

interface ScenarioJson {
  readonly scenario: string
  readonly file: string
  readonly covered: boolean
  /** Absent unless only failing tests start it. */
  readonly only_failing?: true
  readonly nodes: PartsJson
  readonly edges: PartsJson
  readonly outcomes: LocatedScenario['outcomes']
}

interface PartsJson extends Share {
  /** The ids that passing tests came by. */
  readonly hit: readonly string[]
  readonly missed: readonly { readonly id: string; readonly line: number; readonly only_failing?: true }[]
  readonly not_simulable: readonly string[]
}

/** Makes it of a coverage. */
export function coverageJson(coverage: LocatedCoverage): CoverageJson {
  const { notSimulable, ...sum } = sumCoverage(coverage)
  const { inactive, scenarios } = coverage
  return { ...sum, not_simulable: notSimulable, inactive, by_scenario: scenarios.map(scenarioJson) }
}

function scenarioJson(scenario: LocatedScenario): ScenarioJson {
  const { key, file, starts, failedStarts, outcomes } = scenario
  return {
    scenario: key,
    file,
    covered: isStarted(scenario),
    ...(starts === 0 && failedStarts > 0 && { only_failing: true }),
    nodes: partsJson(scenario.nodes),
    edges: partsJson(scenario.edges),
    outcomes,
  }
}

function partsJson(parts: readonly LocatedPart[]): PartsJson {
  const simulable = parts.filter(({ isSimulable }) => isSimulable)
  const missed = simulable.filter(({ hits }) => hits === 0)
  return {
    ...shareOf(parts),
    hit: simulable.flatMap(({ id, hits }) => (hits > 0 ? [id] : [])),
    missed: missed.map(({ id, line, failedHits }) => ({ id, line, ...(failedHits > 0 && { only_failing: true }) })),
    not_simulable: parts.flatMap(({ id, isSimulable }) => (isSimulable ? [] : [id])),
  }
}
