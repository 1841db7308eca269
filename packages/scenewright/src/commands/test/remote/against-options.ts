import { OperationError } from '@scenewright/model'
import type { Command } from 'commander'
import { numberOption } from '../../../shell/command.ts'

/** The options for running tests against a deployed bot. */
export interface AgainstOptions {
  /** The name of the environment. */
  readonly against?: string
  /** How long a message may wait for its answer, in seconds. */
  readonly timeout?: number
  readonly webhookPort?: number
}

/** The default time to wait for an answer, in seconds. */
export const defaultTimeout = 60

/** The options of `test` that are not available there, because they concern only the simulator. */
const foreign = ['watch', 'coverage', 'min', 'lcov', 'generate', 'all', 'out', 'force']

/** Adds the options of tests that are run against a deployed bot. */
export function againstOptions(command: Command): Command {
  return command
    .addOption(
      command
        .createOption('--against <environment>', 'run the tests against the bot deployed there')
        .conflicts(foreign),
    )
    .option(
      '--timeout <seconds>',
      `with --against: how long a message waits for its answer (${defaultTimeout})`,
      numberOption('--timeout', 1, 3600),
    )
    .option(
      '--webhook-port <number>',
      'with --against: receive the answers on this port instead of reading the journal',
      numberOption('--webhook-port', 1, 65_535),
    )
}

/** Rejects options that require `--against`, as an OperationError. */
export function requireAgainst({ against, timeout, webhookPort }: AgainstOptions): void {
  if (against !== undefined) return
  const name = timeout !== undefined ? 'timeout' : webhookPort !== undefined ? 'webhook-port' : undefined
  if (name === undefined) return
  throw new OperationError('usage', `--${name} requires --against`, {
    help: 'for example: scenewright test --against production --timeout 30',
  })
}
