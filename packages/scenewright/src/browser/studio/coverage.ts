import type { CoverageAnswer } from '../../commands/studio/protocol.ts'
import { createResource } from './resource.ts'
import { get } from './session.ts'

/** What the conversation tests reach. */
export const coverage = createResource(() => get<CoverageAnswer>('/api/coverage'))

/** The coverage of one scenario's nodes. */
export interface NodeCoverage {
  readonly covered: number
  readonly total: number
}

/** How many nodes of a scenario the tests reach; undefined before it is known. */
export function coverageOf(report: CoverageAnswer | undefined, key: string): NodeCoverage | undefined {
  const nodes = report?.scenarios.find(scenario => scenario.key === key)?.nodes
  return nodes && { covered: nodes.filter(({ count }) => count > 0).length, total: nodes.length }
}
