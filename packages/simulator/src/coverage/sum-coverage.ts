import type { Coverage, CoveredPart, ScenarioCoverage } from './coverage.ts'

/** A number, and the total. */
export interface Share {
  readonly covered: number
  readonly total: number
}

/** The coverage totals. They count the parts that can be simulated, of scenarios that take part. */
export interface CoverageSum {
  readonly nodes: Share
  readonly edges: Share
  /** A scenario is covered when a passing test starts it. */
  readonly scenarios: Share
  /** The number of nodes and edges that no simulation can reach. They are not included in any total. */
  readonly notSimulable: { readonly nodes: number; readonly edges: number }
}

/** Adds up the coverage of all scenarios. */
export function sumCoverage({ scenarios }: Coverage): CoverageSum {
  const nodes = scenarios.flatMap(scenario => scenario.nodes)
  const edges = scenarios.flatMap(scenario => scenario.edges)
  return {
    nodes: shareOf(nodes),
    edges: shareOf(edges),
    scenarios: { covered: scenarios.filter(isStarted).length, total: scenarios.length },
    notSimulable: { nodes: notSimulable(nodes), edges: notSimulable(edges) },
  }
}

/** The number of parts that passing tests reach, out of those that can be simulated. */
export function shareOf(parts: readonly CoveredPart[]): Share {
  const simulable = parts.filter(({ isSimulable }) => isSimulable)
  return { covered: simulable.filter(({ hits }) => hits > 0).length, total: simulable.length }
}

/** Whether a passing test starts the scenario. */
export function isStarted({ starts }: ScenarioCoverage): boolean {
  return starts > 0
}

function notSimulable(parts: readonly CoveredPart[]): number {
  return parts.filter(({ isSimulable }) => !isSimulable).length
}
