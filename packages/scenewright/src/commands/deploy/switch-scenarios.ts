import { release as releaseHeld } from '@scenewright/deployer'
import { createSwitchGoal, requireEntries } from '@scenewright/deployer/goals'
import { openConfig } from '@scenewright/workspace'
import type { CommandDefinition, ExitCode, Invocation } from '../../shell/command.ts'
import { loadTargetState, newRunId, openTarget } from './deploy.ts'
import {
  type DeploymentOptions,
  deploymentOptions,
  type EnvironmentOptions,
  environmentOption,
  type HoldOption,
  holdOption,
} from './deploy-options.ts'
import { deploymentFormats, runDeployment } from './run-deployment.ts'

export const activate: CommandDefinition<DeploymentOptions> = {
  arguments: '<keys...>',
  formats: deploymentFormats,
  options: deploymentOptions,
  examples: [['scenewright activate promo/spring --env production', 'activate the last published version']],
  run: (invocation, keys, options) => switchScenarios(invocation, options, keys, true),
}

export const deactivate: CommandDefinition<DeploymentOptions & HoldOption> = {
  arguments: '<keys...>',
  formats: deploymentFormats,
  options: command => holdOption(deploymentOptions(command)),
  examples: [
    ['scenewright deactivate promo/spring --env production', 'deactivate at once; the next apply follows the sources'],
    ['scenewright deactivate promo/spring --hold "wrong price"', 'deactivate at once, until it is released'],
  ],
  run: (invocation, keys, options) => switchScenarios(invocation, options, keys, false),
}

/** Activates or deactivates scenarios, without their sources. */
export async function switchScenarios(
  invocation: Invocation,
  options: DeploymentOptions & HoldOption,
  keys: readonly string[],
  isActive: boolean,
): Promise<ExitCode> {
  const target = await openTarget(invocation, await openConfig(invocation, options), options)
  const state = await loadTargetState(target)
  const { hold } = options
  const goal = createSwitchGoal(state, keys, { isActive, hold })
  const exitCode = await runDeployment(invocation, options, target, goal)
  if (exitCode !== 0 || hold !== undefined) return exitCode
  const isRemoved = (key: string) => state.scenarios[key]?.tombstone !== undefined
  const switched = goal.scenarios.map(({ key }) => key)
  for (const key of isActive ? switched.filter(isRemoved) : []) {
    invocation.terminal.err(
      `The source of "${key}" was removed: restore it, or the next \`scenewright apply\` deactivates the scenario.\n`,
    )
  }
  if (!switched.every(isRemoved)) {
    // The sources, which may already agree, are not read.
    const need = isActive ? 'must not have' : 'must have'
    invocation.terminal.err(
      `The next \`scenewright apply\` follows the sources: to keep this, they ${need} \`is_active: false\`.\n`,
    )
  }
  return exitCode
}

export const release: CommandDefinition<EnvironmentOptions> = {
  arguments: '<keys...>',
  formats: ['text'],
  options: environmentOption,
  examples: [['scenewright release promo/spring --env production', 'the next apply follows the source again']],
  async run(invocation, named, options) {
    const target = await openTarget(invocation, await openConfig(invocation, options), options)
    const keys = [...requireEntries(await loadTargetState(target), named).keys()]
    const { environment, store } = target
    await releaseHeld({ store, environment, keys, run: newRunId(), now: Date.now, pause: invocation.pause })
    const names = keys.map(key => `"${key}"`).join(', ')
    invocation.terminal.err(`Released: ${names}. The next \`scenewright apply\` follows the sources again.\n`)
    return 0
  },
}
