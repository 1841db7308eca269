import type { Expectation } from '@scenewright/model/conversation-tests'
import { visible } from '@scenewright/model/text'
import type { TestCase } from '@scenewright/simulator/conversation'
import { type CompileOptions, type OpenProject, openTestedSources, type TestedProject } from '@scenewright/workspace'
import { type PreparedBot, prepareBot } from '@scenewright/workspace/bot'
import { repositoryFolder } from '../../../render/repository-folder.ts'
import type { ExitCode, Invocation } from '../../../shell/command.ts'
import { type CoverageOptions, judgeCoverage, wantsCoverage } from '../coverage/judge-coverage.ts'
import { createProjectMeter } from '../coverage/locate-coverage.ts'
import type { ReportedTest } from '../formats/format.ts'
import { type TestFormatName, testFormats } from '../formats/index.ts'
import { chosenTests, type TestChoice } from './chosen-tests.ts'
import { runSuite } from './run-suite.ts'

/** The options for running the tests of a project. */
export type TestOptions = CompileOptions &
  CoverageOptions &
  Pick<TestChoice, 'tag' | 'skipTag' | 'name'> & { readonly format: TestFormatName }

/**
 * Creates the function that opens the project, runs the selected tests, and prints the results: it resolves with 1 if a
 * test has failed, or if coverage is insufficient. Reusing the bot of one run speeds up the next.
 */
export function createTestRun(
  invocation: Invocation,
  paths: readonly string[],
  options: TestOptions,
): () => Promise<ExitCode> {
  let prepared: PreparedBot | undefined
  const prepare = async (opened: OpenProject) => {
    prepared = await prepareBot(invocation, options, opened, prepared)
    return prepared
  }
  return () => runTests(invocation, { paths, options }, prepare)
}

interface TestRequest {
  readonly paths: readonly string[]
  readonly options: TestOptions
}

async function runTests(
  invocation: Invocation,
  { paths, options }: TestRequest,
  prepare: (opened: OpenProject) => Promise<PreparedBot>,
): Promise<ExitCode> {
  const { terminal, cwd, env } = invocation
  const isMeasured = wantsCoverage(options)
  const opened = await openTestedSources(invocation, options, isMeasured ? 'coverage' : 'tests')
  const tests = chosenTests(opened, { ...options, paths, cwd })
  const prepared = await prepare(opened)
  const meter = isMeasured ? createProjectMeter(prepared.bot, opened) : undefined
  const { tell, render } = await testFormats[options.format]()
  const folder = repositoryFolder(opened.project.root, env)
  const context = { color: terminal.color.out, folder, scoredBy: prepared.scoredBy }
  const reported: ReportedTest[] = []
  const failed = await runSuite(invocation, prepared, tests, result => {
    meter?.add(result)
    reported.push({ file: result.file, status: result.status, text: tell(result, context) })
  })
  if (failed > 0) terminal.err(renamedText(opened, tests))
  const coverage = meter && { coverage: meter.located() }
  for (const piece of render({ tests: reported, ...coverage }, context)) terminal.out(piece)
  const isEnough = coverage === undefined || (await judgeCoverage(invocation, options, coverage.coverage))
  return isEnough && failed === 0 ? 0 : 1
}

/** A line for each former key that these tests name: such a test fails until it names the new key. */
function renamedText({ reports, scenarios }: TestedProject, tests: readonly TestCase[]): string {
  const keys = new Set(scenarios.map(({ key }) => key))
  const named = new Set(tests.flatMap(({ turns }) => turns.flatMap(({ expect }) => namesIn(expect))))
  const renames = reports.flatMap(report => report.scenarios)
  return renames
    .flatMap(({ key, renamedFrom }) =>
      renamedFrom !== undefined && named.has(renamedFrom) && !keys.has(renamedFrom)
        ? `"${visible(renamedFrom)}" was renamed to "${visible(key)}": \`scenewright check --fix\` changes the tests\n`
        : [],
    )
    .join('')
}

function namesIn({ starts, clarifies = [] }: Expectation = {}): readonly string[] {
  return starts === undefined ? clarifies : [starts, ...clarifies]
}
