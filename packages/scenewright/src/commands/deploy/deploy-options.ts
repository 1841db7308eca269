import type { Strategy } from '@scenewright/deployer/goals'
import { OperationError } from '@scenewright/model'
import type { Command } from 'commander'
import { numberOption, type SharedOptions } from '../../shell/command.ts'

/** The options of every command for an environment. */
export interface EnvironmentOptions extends SharedOptions {
  readonly env?: string
}

/** Adds the option that names the environment. */
export function environmentOption(command: Command): Command {
  return command.option('--env <name>', 'the environment; optional if the project has only one')
}

/** The option of the commands that may change a record. */
export interface StrategyOptions {
  readonly strategy?: Strategy
}

/** Adds it. */
export function strategyOption(command: Command): Command {
  return command.addOption(
    command
      .createOption('--strategy <name>', 'how to make changes: update the record, or replace it with a new one')
      .choices(['update', 'replace']),
  )
}

/** The option of the commands that may overwrite what somebody edited on the service. */
export interface OverwriteOption {
  readonly overwrite?: readonly string[]
}

/** Adds it. */
export function overwriteOption(command: Command): Command {
  return command.option(
    '--overwrite <key>',
    'send this scenario even if it was edited by hand on the service; repeat it for more',
    (key: string, keys: readonly string[] = []) => [...keys, key],
  )
}

/** The options of every command that sends something to an environment. */
export interface DeploymentOptions extends EnvironmentOptions {
  readonly yes?: boolean
  readonly failFast?: boolean
  readonly concurrency?: number
}

/** Adds these options. */
export function deploymentOptions(command: Command): Command {
  return environmentOption(command)
    .option('--yes', 'do not ask for confirmation (the default without a terminal)')
    .option('--fail-fast', 'stop at the first scenario that fails')
    .option('--concurrency <number>', 'the number of concurrent requests (4)', numberOption('--concurrency', 1, 64))
}

/** The option of the commands that may initialize an environment. */
export interface InitOption {
  readonly init?: boolean
}

/** Adds it. */
export function initOption(command: Command): Command {
  return command.option('--init', 'initialize the state if there is none, and record its lineage in the config')
}

/** The option of the commands for manual intervention. */
export interface HoldOption {
  readonly hold?: string
}

/** Adds it. */
export function holdOption(command: Command): Command {
  return command.option('--hold <reason>', 'hold the scenarios until `scenewright release`', oneLine)
}

/** It is shown in the lines of plans, tables and errors. */
function oneLine(reason: string): string {
  if (reason.trim() !== '' && !/\p{Cc}/u.test(reason)) return reason
  throw new OperationError('usage', '--hold needs a reason of one line, without control characters')
}

/** The option of the commands that replace a newer commit by an older one only on request. */
export interface OlderOption {
  readonly allowOlder?: boolean
}

/** Adds it. */
function olderOption(command: Command): Command {
  return command.option('--allow-older', 'deploy even if a newer commit, or one from another branch, is deployed')
}

/** The option of the commands that deploy committed sources. */
export interface DirtyOption {
  readonly allowDirty?: boolean
}

/** Adds it. */
export function dirtyOption(command: Command): Command {
  return command.option('--allow-dirty', 'deploy uncommitted sources without a terminal')
}

/** The option of the commands that may deactivate many scenarios at once. */
interface DeactivationsOption {
  readonly maxDeactivations?: number
}

/** Adds it. */
function deactivationsOption(command: Command): Command {
  return command.option(
    '--max-deactivations <number>',
    'how many scenarios may be deactivated (default: the greater of 3 and a tenth)',
    numberOption('--max-deactivations', 0),
  )
}

/** The options of the commands that deploy a goal: `apply`, `promote` and `rollback`. */
export interface GoalOptions extends DeploymentOptions, OverwriteOption, StrategyOptions {}

/** Adds these options. */
export function goalOptions(command: Command): Command {
  return strategyOption(overwriteOption(deploymentOptions(command)))
}

/** The options of the commands that deploy new versions to an environment: `apply` and `promote`. */
export interface RolloutOptions extends GoalOptions, InitOption, OlderOption, DeactivationsOption {}

/** Adds these options. */
export function rolloutOptions(command: Command): Command {
  return deactivationsOption(olderOption(initOption(goalOptions(command))))
}
