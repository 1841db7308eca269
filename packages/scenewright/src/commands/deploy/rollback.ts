import { createDeployGoal, createRollbackGoal } from '@scenewright/deployer/goals'
import { OperationError } from '@scenewright/model'
import { openConfig } from '@scenewright/workspace'
import type { CommandDefinition } from '../../shell/command.ts'
import { loadTargetState, openTarget, overwriting } from './deploy.ts'
import { type GoalOptions, goalOptions, type HoldOption, holdOption } from './deploy-options.ts'
import { deploymentFormats, runDeployment } from './run-deployment.ts'

interface Options extends GoalOptions, HoldOption {
  readonly to?: string
}

export const rollback: CommandDefinition<Options> = {
  arguments: '[keys...]',
  formats: deploymentFormats,
  options: command =>
    holdOption(goalOptions(command)).option(
      '--to <version>',
      'the beginning of a hash, a version id or a commit (default: the previous version). Without keys: of a commit or a run',
    ),
  examples: [
    ['scenewright rollback billing/refund', 'publish an earlier version again, without git'],
    [
      'scenewright rollback billing/refund --hold "wrong price"',
      'also prevent deploys from changing it until it is released',
    ],
    ['scenewright rollback --to 3fa9c1', 'the whole bot, to the state after the deploy of that commit or run'],
    ['scenewright rollback billing/refund --to 3fa9c1', 'an older version; an unknown one lists the known versions'],
  ],
  async run(invocation, keys, options) {
    const target = await openTarget(invocation, await openConfig(invocation, options), options)
    const { store } = target
    const state = await loadTargetState(target)
    const strategy = options.strategy ?? target.strategy
    const { to, hold } = options
    const shared = { state, store, hold, ...(strategy !== undefined && { strategy }) }
    if (keys.length === 0 && to === undefined) throw nothingNamed()
    const goal =
      keys.length === 0 && to !== undefined
        ? await createDeployGoal({ ...shared, to })
        : await createRollbackGoal({ ...shared, keys, ...(to !== undefined && { to }) })
    const exitCode = await runDeployment(invocation, options, target, overwriting(goal, options))
    if (exitCode === 0 && options.hold === undefined) {
      invocation.terminal.err('The sources are unchanged: revert them too, or the next apply publishes them again.\n')
    }
    return exitCode
  },
}

function nothingNamed(): OperationError {
  return new OperationError('usage', 'rollback needs keys, or --to with a commit or a run', {
    help: '`scenewright state log` lists the runs and their commits',
  })
}
