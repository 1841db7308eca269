import { OperationError } from '@scenewright/model'
import { visible } from '@scenewright/model/text'
import type { Command } from 'commander'
import type { CommandDefinition } from '../../shell/command.ts'
import { type AcceptOptions, addAcceptOptions, unaccepted } from './acceptances/acceptances.ts'
import { type CompareOptions, compare } from './compare.ts'
import { failingChanges, failingText, failLevels } from './failing-changes.ts'
import { groupChanges } from './formats/format.ts'
import { type DiffFormatName, diffFormatNames } from './formats/index.ts'
import { printDiff } from './formats/print-diff.ts'

interface Options extends CompareOptions, AcceptOptions {
  readonly format: DiffFormatName
  readonly exitCode?: boolean
  readonly gitDriver?: boolean
}

export const diff: CommandDefinition<Options> = {
  arguments: '[sides...]',
  compiles: true,
  formats: diffFormatNames,
  options: command => addAcceptOptions(ownOptions(command)),
  examples: [
    ['scenewright diff', 'your changes since the merge base with the default branch'],
    ['scenewright diff origin/main..HEAD --format markdown', 'what a pull request changes, for a comment'],
    ['scenewright diff --format html > diff.html', 'a page with both flows side by side'],
    ['scenewright diff --format html --interactive > diff.html', 'the same, and both bots answer messages on it'],
    ['scenewright diff --against deployed:production', 'what a deploy would change for the customer'],
    ['scenewright diff old.json new.scenario.yaml', 'two files; or two folders'],
    ['scenewright diff --fail-on breaking', 'in CI: exit with 1 for breaking changes'],
    [
      'scenewright diff --accept 1a2b3c4d --reason "The phone line closes"',
      'accept an intended change, so that it no longer fails',
    ],
  ],
  async run(invocation, what, options) {
    if (options.messages !== undefined && !options.behaviour) throw unasked()
    if (options.interactive === true && options.format !== 'html') throw noPage()
    invocation.outliveReader?.()
    if (options.gitDriver) {
      const { gitDriverText } = await import('./git-driver.ts')
      invocation.terminal.out(await gitDriverText(invocation, what))
      return 0
    }
    const { report, root, notes } = await compare(invocation, what, options)
    await printDiff(invocation, { report, format: options.format, root })
    invocation.terminal.err(notes.map(note => `${visible(note)}\n`).join(''))
    const groups = groupChanges(report)
    const open = unaccepted(groups, report.accepted)
    const fails = options.failOn === undefined ? [] : failingChanges(open, options.failOn)
    if (fails.length > 0) invocation.terminal.err(failingText(fails))
    const differs = open.length + report.behavior.length > 0
    return fails.length > 0 || (options.exitCode === true && differs) ? 1 : 0
  },
}

function ownOptions(command: Command): Command {
  return command
    .option('--against <side>', 'compare the sources with what is deployed: deployed:<environment>')
    .option('--no-merge-base', 'compare with the base itself instead of the merge base')
    .option('--no-behaviour', 'do not compare the answers to messages')
    .option('--messages <file>', 'customer messages to compare, in addition to examples and tests; - is standard input')
    .option('--interactive', 'with --format html: a page on which both bots answer messages')
    .option('--exit-code', 'exit with 1 for unaccepted changes, and if messages get different answers')
    .option('--git-driver', 'run as the external diff driver of git')
    .addOption(
      command
        .createOption('--fail-on <level>', 'exit with 1 for unaccepted changes of this level and above')
        .choices([...failLevels]),
    )
}

function noPage(): OperationError {
  return new OperationError('usage', '--interactive requires --format html', {
    help: 'write the page to a file: scenewright diff --format html --interactive > diff.html',
  })
}

function unasked(): OperationError {
  return new OperationError('usage', '--messages and --no-behaviour cannot be used together', {
    help: 'remove one of the two',
  })
}
