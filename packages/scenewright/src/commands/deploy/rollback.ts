import { goalOfDeploy, goalOfRollback, loadDeployed } from '@scenewright/deployer/goals'
import { OperationError } from '@scenewright/model'
import { openConfig } from '@scenewright/workspace'
import type { CommandDefinition } from '../../shell/command.ts'
import { openTarget, overwriting } from './deploy.ts'
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
      'the beginning of a hash, a version id or a commit; the version before where left out. Without keys: of a commit or a run',
    ),
  examples: [
    ['scenewright rollback billing/refund', 'publish an earlier version again, without git'],
    ['scenewright rollback billing/refund --hold "wrong price"', 'and no deploy changes it until it is released'],
    ['scenewright rollback --to 3fa9c1', 'the whole bot, as the deploy of that commit or run left it'],
    ['scenewright rollback billing/refund --to 3fa9c1', 'an older version; a wrong one lists those that are known'],
  ],
  async run(invocation, keys, options) {
    const target = await openTarget(invocation, await openConfig(invocation, options), options)
    const { store, environment } = target
    const state = await loadDeployed(store, environment)
    const strategy = options.strategy ?? target.strategy
    const { to, hold } = options
    const shared = { state, store, hold, ...(strategy !== undefined && { strategy }) }
    if (keys.length === 0 && to === undefined) throw nothingNamed()
    const goal =
      keys.length === 0 && to !== undefined
        ? await goalOfDeploy({ ...shared, to })
        : await goalOfRollback({ ...shared, keys, ...(to !== undefined && { to }) })
    const exitCode = await runDeployment(invocation, options, target, overwriting(goal, options))
    if (exitCode === 0 && options.hold === undefined) {
      invocation.terminal.err('The sources are as before: revert them too, or the next apply publishes them again.\n')
    }
    return exitCode
  },
}

function nothingNamed(): OperationError {
  return new OperationError('usage', 'rollback takes keys, or --to with a commit or a run', {
    help: '`scenewright state log` lists the runs and their commits',
  })
}
