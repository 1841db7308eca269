import { goalOfSwitch, loadDeployed } from '@scenewright/deployer'
import type { ExitCode, Invocation } from '../../shell/command.ts'
import { openConfig } from '../../workspace/project.ts'
import { openTarget } from './deploy.ts'
import { type CarryOutOptions, carryOut, type HoldOption } from './run-deployment.ts'

/** Switches scenarios on or off, without their sources. */
export async function switchScenarios(
  invocation: Invocation,
  options: CarryOutOptions & HoldOption,
  keys: readonly string[],
  isActive: boolean,
): Promise<ExitCode> {
  const target = await openTarget(invocation, await openConfig(invocation, options), options)
  const state = await loadDeployed(target.store, target.environment)
  const { hold } = options
  const exitCode = await carryOut(invocation, options, target, goalOfSwitch(state, keys, { isActive, hold }))
  if (exitCode === 0 && hold === undefined) {
    invocation.terminal.err(
      `The next \`scenewright apply\` follows the sources: set \`is_active: ${isActive}\` there to keep this.\n`,
    )
  }
  return exitCode
}
