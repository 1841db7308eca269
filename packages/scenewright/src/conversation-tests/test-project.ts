import { prepareBot } from '../bot.ts'
import type { ExitCode, Invocation } from '../command.ts'
import { type CompileOptions, openTestedSources } from '../project.ts'
import { repositoryFolder } from '../report/findings/repository-folder.ts'
import { type TestFormatName, testFormats } from '../report/tests/index.ts'
import { chosenTests, type TestChoice } from './chosen-tests.ts'
import { runSuite } from './run-suite.ts'

/** How the tests of a project are run. */
export type TestOptions = CompileOptions &
  Pick<TestChoice, 'tag' | 'skipTag' | 'name'> & { readonly format: TestFormatName }

/** Opens the project, runs the tests that are asked for, and prints what came of them. 1 where one has failed. */
export async function testProject(
  invocation: Invocation,
  paths: readonly string[],
  options: TestOptions,
): Promise<ExitCode> {
  const { terminal, cwd, env } = invocation
  const opened = await openTestedSources(invocation, options)
  const tests = chosenTests(opened, { ...options, paths, cwd })
  const prepared = await prepareBot(invocation, options, opened)
  const results = await runSuite(invocation, prepared, tests)
  const render = await testFormats[options.format]()
  const folder = repositoryFolder(opened.project.root, env)
  terminal.out(render({ results }, { color: terminal.color.out, folder, scoredBy: prepared.scoredBy }))
  return results.some(({ status }) => status === 'failed') ? 1 : 0
}
