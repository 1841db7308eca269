import type { ScenarioCoverage } from '@scenewright/simulator/coverage'
import type { CompileOptions, TestedProject } from '@scenewright/workspace'
import { prepareBot } from '@scenewright/workspace/bot'
import type { Invocation } from '../../shell/command.ts'
import { createProjectMeter } from '../test/coverage/locate-coverage.ts'
import { chosenTests } from '../test/local/chosen-tests.ts'
import { runSuite } from '../test/local/run-suite.ts'

/**
 * Runs all conversation tests of a project, and resolves with their coverage. A project without tests is an
 * OperationError.
 */
export async function measureCoverage(
  invocation: Invocation,
  options: CompileOptions,
  opened: TestedProject,
): Promise<readonly ScenarioCoverage[]> {
  const tests = chosenTests(opened, { paths: [], cwd: invocation.cwd })
  const prepared = await prepareBot(invocation, options, opened)
  const meter = createProjectMeter(prepared.bot, opened)
  const failed = await runSuite(invocation, prepared, tests, meter.add)
  if (failed > 0) invocation.terminal.err(`${failed} of the tests failed, and cover nothing\n`)
  return meter.located().scenarios
}
