import type { Bot } from '@scenewright/simulator'
import {
  type Coverage,
  type CoverageSum,
  type CoveredPart,
  createCoverageMeter,
  type MeasuredTest,
  type ScenarioCoverage,
  type Share,
} from '@scenewright/simulator/coverage'
import type { TestedProject } from '@scenewright/workspace'
import { toSimulated } from '@scenewright/workspace/bot'
import type { FlowLines } from '@scenewright/workspace/derivations'

/** A part of a flow, and its line. */
export interface LocatedPart extends CoveredPart {
  readonly line: number
}

/** A scenario's coverage, and the place of its source. */
export interface LocatedScenario extends ScenarioCoverage {
  /** Relative to the project's root. */
  readonly file: string
  /** The first line of its flow. */
  readonly line: number
  readonly nodes: readonly LocatedPart[]
  readonly edges: readonly LocatedPart[]
}

/** The coverage by tests, with places in the sources. */
export interface LocatedCoverage extends Coverage {
  readonly scenarios: readonly LocatedScenario[]
}

/** Finds each part in the sources. Of two scenarios with one key the first is used, as in a bot. */
export function locateCoverage(coverage: Coverage, lines: readonly FlowLines[]): LocatedCoverage {
  const byKey = new Map<string, FlowLines>()
  for (const flow of lines) if (!byKey.has(flow.key)) byKey.set(flow.key, flow)
  return { ...coverage, scenarios: coverage.scenarios.map(scenario => locate(scenario, byKey.get(scenario.key))) }
}

function locate(scenario: ScenarioCoverage, flow: FlowLines | undefined): LocatedScenario {
  const nodes = withLines(scenario.nodes, flow?.nodes ?? [])
  const edges = withLines(scenario.edges, flow?.edges ?? [])
  return { ...scenario, file: flow?.file ?? '', line: nodes[0]?.line ?? 1, nodes, edges }
}

function withLines(parts: readonly CoveredPart[], lines: FlowLines['nodes']): readonly LocatedPart[] {
  const byId = new Map<string, number>()
  for (const [id, line] of lines) if (!byId.has(id)) byId.set(id, line)
  return parts.map(part => ({ ...part, line: byId.get(part.id) ?? 1 }))
}

/** Measures the coverage of a project's tests. */
export interface ProjectMeter {
  readonly add: (test: MeasuredTest) => void
  /** The coverage by the tests so far, with places in the sources. */
  located(): LocatedCoverage
}

/** Creates it for a project that was opened for coverage. */
export function createProjectMeter(bot: Bot, { scenarios, flows }: TestedProject): ProjectMeter {
  const meter = createCoverageMeter(bot, scenarios.map(toSimulated))
  return { add: test => meter.add(test), located: () => locateCoverage(meter.coverage(), flows) }
}

/** A part with less coverage than required. */
export interface Shortfall extends Share {
  readonly of: 'nodes' | 'edges' | 'scenarios'
  /** How many more must be covered. */
  readonly missing: number
}

/** The parts with less coverage than a percentage. If there is nothing to cover, coverage is complete. */
export function findShortfalls(sum: CoverageSum, percent: number): readonly Shortfall[] {
  return (['nodes', 'edges', 'scenarios'] as const).flatMap(of => {
    const { covered, total } = sum[of]
    const missing = Math.ceil((total * percent) / 100) - covered
    return missing > 0 ? [{ of, covered, total, missing }] : []
  })
}
