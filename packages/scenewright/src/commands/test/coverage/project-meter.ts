import { type Bot, createCoverageMeter, type MeasuredTest } from '@scenewright/simulator'
import { simulated } from '../../../workspace/bot.ts'
import type { TestedProject } from '../../../workspace/project.ts'
import { type LocatedCoverage, locateCoverage } from './locate-coverage.ts'

/** Measures what the tests of a project cover. */
export interface ProjectMeter {
  readonly add: (test: MeasuredTest) => void
  /** What the tests so far cover, and where it stands. */
  located(): LocatedCoverage
}

/** Makes it for a project that is opened for coverage. */
export function createProjectMeter(bot: Bot, { scenarios, flows }: TestedProject): ProjectMeter {
  const meter = createCoverageMeter(bot, scenarios.map(simulated))
  return { add: test => meter.add(test), located: () => locateCoverage(meter.coverage(), flows) }
}
