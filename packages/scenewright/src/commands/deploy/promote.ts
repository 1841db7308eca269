import { createPromotionGoal } from '@scenewright/deployer/goals'
import { OperationError } from '@scenewright/model'
import { openConfig } from '@scenewright/workspace'
import type { CommandDefinition } from '../../shell/command.ts'
import { refuseDeactivations } from './deactivations.ts'
import { loadTargetState, openTarget, overwriting } from './deploy.ts'
import { type RolloutOptions, rolloutOptions } from './deploy-options.ts'
import { refuseOlderVersions, refuseUncommitted } from './revision.ts'
import { deploymentFormats, runDeployment } from './run-deployment.ts'

interface Options extends RolloutOptions {
  readonly from: string
  readonly allowUncommitted?: boolean
}

export const promote: CommandDefinition<Options> = {
  arguments: '[keys...]',
  formats: deploymentFormats,
  options: command =>
    rolloutOptions(command)
      .requiredOption('--from <name>', 'the environment to promote from')
      .option('--allow-uncommitted', 'also promote versions that were never committed'),
  examples: [
    [
      'scenewright promote --from staging --env production',
      'deploy what runs in staging to production; no sources are read',
    ],
    ['scenewright promote --from staging --env production billing/refund', 'one scenario'],
  ],
  async run(invocation, keys, options) {
    const project = await openConfig(invocation, options)
    const from = await openTarget(invocation, project, { ...options, env: options.from })
    const target = await openTarget(invocation, project, options)
    if (from.environment.name === target.environment.name) throw sameEnvironment(options.from)
    const strategy = options.strategy ?? target.strategy
    const state = await loadTargetState(from)
    const goal = await createPromotionGoal({
      state,
      store: from.store,
      ...(keys.length > 0 && { keys }),
      ...(strategy !== undefined && { strategy }),
    })
    const { root } = project
    const last = state.deploys?.findLast(({ commit }) => commit !== undefined)
    return runDeployment(invocation, options, target, overwriting(goal, options), {
      commit: last?.commit,
      async check(plan) {
        refuseDeactivations(plan, options.maxDeactivations ?? target.maxDeactivations)
        if (options.allowUncommitted !== true) {
          // The same version is unchanged for an apply, which would not record the commit.
          const remedy = (sent: readonly string[]) =>
            `run \`scenewright apply --env ${options.from} ${sent.map(key => `--overwrite ${key}`).join(' ')}\``
          const refusal = { code: 'state', option: '--allow-uncommitted', remedy } as const
          await refuseUncommitted(plan, { invocation, root }, refusal)
        }
        await refuseOlderVersions(plan, { invocation, root, ...options })
      },
    })
  },
}

function sameEnvironment(name: string): OperationError {
  return new OperationError('usage', `"${name}" cannot be promoted to itself`, {
    help: 'name another environment with --env',
  })
}
