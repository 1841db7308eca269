import type { ScenarioCoverage } from '@scenewright/simulator'
import { prepareBot } from '../bot.ts'
import type { Invocation } from '../command.ts'
import { chosenTests } from '../conversation-tests/chosen-tests.ts'
import { runSuite } from '../conversation-tests/run-suite.ts'
import { createProjectMeter } from '../coverage/project-meter.ts'
import type { CompileOptions, TestedProject } from '../project.ts'

/** Runs all conversation tests of a project, and promises what they cover. No test at all is an OperationError. */
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
