import { type CompileOptions, type OpenProject, openTestedSources } from '@scenewright/workspace'
import { type PreparedBot, prepareBot } from '@scenewright/workspace/bot'
import { repositoryFolder } from '../../../render/repository-folder.ts'
import type { ExitCode, Invocation } from '../../../shell/command.ts'
import { type CoverageOptions, judgeCoverage, wantsCoverage } from '../coverage/judge-coverage.ts'
import { createProjectMeter } from '../coverage/locate-coverage.ts'
import type { ReportedTest } from '../formats/format.ts'
import { type TestFormatName, testFormats } from '../formats/index.ts'
import { chosenTests, type TestChoice } from './chosen-tests.ts'
import { runSuite } from './run-suite.ts'

/** How the tests of a project are run. */
export type TestOptions = CompileOptions &
  CoverageOptions &
  Pick<TestChoice, 'tag' | 'skipTag' | 'name'> & { readonly format: TestFormatName }

/**
 * Makes what opens the project, runs the tests that are asked for, and prints what came of them, as often as it is
 * called: 1 where one has failed, or where less is covered than must be. The bot of one run makes that of the next one the
 * sooner.
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
  return () => keepHeapSmall(() => runTests(invocation, { paths, options }, prepare))
}

interface Asked {
  readonly paths: readonly string[]
  readonly options: TestOptions
}

async function runTests(
  invocation: Invocation,
  { paths, options }: Asked,
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

/**
 * Does work that makes very much and keeps little, with V8 collecting as soon as its heap has grown by a third. Left to
 * itself it waits for several times what is kept: with 10,000 failing tests on 1,000 scenarios, told as json with their
 * coverage, the peak was 282 MB, on a busy machine 545 MB; so it is 217 MB on either, in no more time.
 */
async function keepHeapSmall<Made>(work: () => Promise<Made>): Promise<Made> {
  setFlag('--optimize-for-size')
  try {
    return await work()
  } finally {
    // With other flags V8 takes no compiled code that it has kept.
    setFlag('--no-optimize-for-size')
  }
}

function setFlag(flag: string): void {
  process.getBuiltinModule('node:v8').setFlagsFromString(flag)
}
