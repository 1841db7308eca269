import type { CommandDefinition, SharedOptions } from '../command.ts'
import { type TestOptions, testProject } from '../conversation-tests/test-project.ts'

interface Options extends SharedOptions, TestOptions {
  readonly format: TestOptions['format']
  readonly watch?: boolean
}

export const test: CommandDefinition<Options> = {
  arguments: '[paths...]',
  compiles: true,
  formats: ['text', 'json', 'junit'],
  options: command =>
    command
      .option('--tag <name>', 'only the tests that have this tag; may be given again', gathered)
      .option('--skip-tag <name>', 'not the tests that have this tag; may be given again', gathered)
      .option('--name <text>', 'only the tests whose name, or message, has this text in it')
      .option('--watch', 'run them again whenever a source changes'),
  examples: [
    ['scenewright test', 'run all conversation tests'],
    ['scenewright test scenarios/billing', 'those of one folder'],
    ['scenewright test billing/refund-status', 'those that lie beside a scenario, or name it'],
    ['scenewright test --tag smoke --watch', 'some of them, again and again while you write'],
    ['scenewright test --format junit > tests.xml', 'for CI'],
  ],
  async run(invocation, paths, options) {
    const run = () => testProject(invocation, paths, options)
    if (!options.watch) return run()
    const { watchProject } = await import('../conversation-tests/watch-project.ts')
    return watchProject(invocation, options, run)
  },
}

function gathered(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value]
}
