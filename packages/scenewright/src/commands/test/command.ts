import { type CommandDefinition, gathered, numberOption, type SharedOptions } from '../../shell/command.ts'
import { requireReportFile } from '../../shell/files.ts'
import { type GenerateOptions, requireSense } from './coverage/generate-for-project.ts'
import { testFormatNames } from './formats/index.ts'
import { createTestRun, type TestOptions } from './local/create-test-run.ts'
import { type AgainstOptions, againstOptions, requireAgainst } from './remote/against-options.ts'

interface Options extends SharedOptions, TestOptions, GenerateOptions, AgainstOptions {
  readonly format: TestOptions['format']
  readonly watch?: boolean
}

export const test: CommandDefinition<Options> = {
  arguments: '[paths...]',
  compiles: true,
  formats: testFormatNames,
  options: command =>
    againstOptions(command)
      .option('--tag <name>', 'run only tests with this tag; repeatable', gathered)
      .option('--skip-tag <name>', 'skip tests with this tag; repeatable', gathered)
      .option('--name <text>', 'run only tests whose name or message contains this text')
      .option('--watch', 'run again after every change of a source')
      .option('--coverage', 'measure the nodes, edges and triggers that the tests cover')
      .option('--min <percent>', 'exit with 1 if coverage is below this percentage', numberOption('--min', 0, 100))
      .option('--lcov <file>', 'write the coverage to this file in lcov format')
      .addOption(
        command
          .createOption('--generate', 'print tests for uncovered parts instead of running tests')
          .conflicts(['watch', 'coverage', 'min', 'lcov', 'tag', 'skipTag', 'name']),
      )
      .addOption(
        command
          .createOption('--update', 'renew generated tests in their files instead of running tests')
          .conflicts(['generate', 'watch', 'coverage', 'min', 'lcov', 'tag', 'skipTag', 'name', 'against']),
      )
      .option('--all', 'with --generate: tests for everything, covered or not')
      .option('--out <file>', 'with --generate: write them to this file')
      .option('--force', 'with --out: overwrite an existing file'),
  examples: [
    ['scenewright test', 'run all conversation tests'],
    ['scenewright test scenarios/billing', 'those of one folder'],
    ['scenewright test billing/refund-status', 'the tests next to a scenario, or those that name it'],
    ['scenewright test --tag smoke --watch', 'some of them, repeatedly while you edit'],
    ['scenewright test --format junit > tests.xml', 'for CI'],
    ['scenewright test --coverage --min 80', 'fail if less than 80 % of the nodes, edges or scenarios are covered'],
    ['scenewright test --against production', 'run them against the deployed bot'],
    ['scenewright test --generate --out scenarios/generated.test.yaml', 'write the missing tests'],
    ['scenewright test --update', 'renew generated tests after a change, and list the differences'],
  ],
  async run(invocation, paths, options) {
    requireSense(options)
    requireAgainst(options)
    if (!options.watch) invocation.outliveReader?.()
    if (options.generate) {
      const { generateForProject } = await import('./coverage/generate-for-project.ts')
      return generateForProject(invocation, paths, options)
    }
    if (options.update) {
      const { updateTests } = await import('./coverage/update-tests.ts')
      return updateTests(invocation, paths, options)
    }
    const { against, lcov } = options
    if (lcov !== undefined) requireReportFile(invocation.cwd, lcov)
    if (against !== undefined) {
      // Loads the HTTP client.
      const { testAgainst } = await import('./remote/test-against.ts')
      return testAgainst(invocation, paths, { ...options, against })
    }
    const run = createTestRun(invocation, paths, options)
    if (!options.watch) return run()
    const { watchProject } = await import('./local/watch-project.ts')
    return watchProject(invocation, options, run)
  },
}
