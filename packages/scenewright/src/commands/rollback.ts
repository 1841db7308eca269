import { goalOfRollback, loadDeployed } from '@scenewright/deployer'
import {
  type CarryOutOptions,
  carryOut,
  carryOutFormats,
  carryOutOptions,
  type HoldOption,
  holdOption,
} from '../carry-out.ts'
import type { CommandDefinition } from '../command.ts'
import { openTarget, type StrategyOptions, strategyOption } from '../deploy.ts'
import { openConfig } from '../project.ts'

interface Options extends CarryOutOptions, HoldOption, StrategyOptions {
  readonly to?: string
}

export const rollback: CommandDefinition<Options> = {
  arguments: '<keys...>',
  formats: carryOutFormats,
  options: command =>
    holdOption(strategyOption(carryOutOptions(command))).option(
      '--to <version>',
      'the beginning of a hash, a version id or a commit; the version before where left out',
    ),
  examples: [
    ['scenewright rollback billing/refund', 'publish again what was published before, without git'],
    ['scenewright rollback billing/refund --hold "wrong price"', 'and no deploy changes it until it is released'],
    ['scenewright rollback billing/refund --to 3fa9c1', 'an older version; a wrong one lists those that are known'],
  ],
  async run(invocation, keys, options) {
    const target = await openTarget(invocation, await openConfig(invocation, options), options)
    const { store, environment } = target
    const state = await loadDeployed(store, environment)
    const strategy = options.strategy ?? target.strategy
    const goal = await goalOfRollback({
      state,
      store,
      keys,
      ...(options.to !== undefined && { to: options.to }),
      hold: options.hold,
      ...(strategy !== undefined && { strategy }),
    })
    const exitCode = await carryOut(invocation, options, target, goal)
    if (exitCode === 0 && options.hold === undefined) {
      invocation.terminal.err('The sources are as before: revert them too, or the next apply publishes them again.\n')
    }
    return exitCode
  },
}
