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
