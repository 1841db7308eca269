import { prepareBot } from '../bot.ts'
import type { ExitCode, Invocation } from '../command.ts'
import { type CoverageOptions, judgeCoverage, wantsCoverage } from '../coverage/judge-coverage.ts'
import { createProjectMeter } from '../coverage/project-meter.ts'
import { type CompileOptions, openTestedSources } from '../project.ts'
import { repositoryFolder } from '../report/findings/repository-folder.ts'
import type { ReportedTest } from '../report/tests/format.ts'
import { type TestFormatName, testFormats } from '../report/tests/index.ts'
import { chosenTests, type TestChoice } from './chosen-tests.ts'
import { runSuite } from './run-suite.ts'

/** How the tests of a project are run. */
export type TestOptions = CompileOptions &
  CoverageOptions &
  Pick<TestChoice, 'tag' | 'skipTag' | 'name'> & { readonly format: TestFormatName }

/**
 * Opens the project, runs the tests that are asked for, and prints what came of them. 1 where one has failed, or where
 * less is covered than must be.
 */
export async function testProject(
  invocation: Invocation,
  paths: readonly string[],
  options: TestOptions,
): Promise<ExitCode> {
  const { terminal, cwd, env } = invocation
  const isMeasured = wantsCoverage(options)
  const opened = await openTestedSources(invocation, options, isMeasured ? 'coverage' : 'tests')
  const tests = chosenTests(opened, { ...options, paths, cwd })
  const prepared = await prepareBot(invocation, options, opened)
  const meter = isMeasured ? createProjectMeter(prepared.bot, opened) : undefined
  const { tell, render } = await testFormats[options.format]()
  const folder = repositoryFolder(opened.project.root, env)
  const context = { color: terminal.color.out, folder, scoredBy: prepared.scoredBy }
  const told: ReportedTest[] = []
  const failed = await runSuite(invocation, prepared, tests, result => {
    meter?.add(result)
    told.push({ file: result.file, status: result.status, text: tell(result, context) })
  })
  const coverage = meter && { coverage: meter.located() }
  for (const piece of render({ tests: told, ...coverage }, context)) terminal.out(piece)
  const isEnough = coverage === undefined || (await judgeCoverage(invocation, options, coverage.coverage))
  return isEnough && failed === 0 ? 0 : 1
}
