import { listTestCases } from '@scenewright/simulator/conversation'
import { type CoveredPart, sumCoverage } from '@scenewright/simulator/coverage'
import { readTestedSources } from '@scenewright/workspace'
import { createProjectMeter } from '../../test/coverage/locate-coverage.ts'
import { runSuite } from '../../test/local/run-suite.ts'
import type { CoverageAnswer, CoverageCount } from '../protocol.ts'
import type { Route } from '../route.ts'
import type { Studio } from '../studio.ts'

/** The nodes and edges that the conversation tests reach. */
export const coverage: Route = {
  method: 'GET',
  path: '/api/coverage',
  answer: async studio => studio.remember('coverage', () => measure(studio)),
}

async function measure(studio: Studio): Promise<CoverageAnswer> {
  const { invocation, options } = studio
  const prepared = await studio.bot()
  const opened = await readTestedSources(invocation, options, 'coverage')
  const tests = opened.tests.flatMap(listTestCases)
  const meter = createProjectMeter(prepared.bot, opened)
  const failed = await runSuite(invocation, prepared, tests, meter.add)
  const measured = meter.located()
  return {
    total: sumCoverage(measured),
    scenarios: measured.scenarios.map(({ key, nodes, edges }) => {
      return { key, nodes: nodes.map(countOf), edges: edges.map(countOf) }
    }),
    tests: tests.length,
    failed,
  }
}

function countOf({ id, hits, isSimulable }: CoveredPart): CoverageCount {
  return { id, count: hits, isSimulable }
}
