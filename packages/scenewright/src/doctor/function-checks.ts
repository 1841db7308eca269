import { createClient } from '@scenewright/client'
import { goalOfSources, needsFunctions, plan, requireFunctions, type TargetEnvironment } from '@scenewright/deployer'
import { OperationError } from '@scenewright/model'
import type { Invocation, SharedOptions } from '../command.ts'
import { desiredScenarios } from '../deploy.ts'
import { credentialsOf } from '../environment.ts'
import { openSoundSources } from '../project.ts'
import { quiet } from '../terminal/terminal.ts'
import { type Check, checked } from './check.ts'

/** Asks the service for the functions that any scenario of the sources depends on; nothing where none does. */
export async function functionChecks(
  environment: TargetEnvironment,
  invocation: Invocation,
  options: SharedOptions,
): Promise<readonly Check[]> {
  const credentials = credentialsOf(environment.name, invocation.env)
  const first = await firstDeploy(environment, invocation, options)
  if (credentials === undefined || first === undefined || !needsFunctions(first)) return []
  const { url, timeoutMs } = environment
  const look = async () => {
    const client = createClient({ url, ...credentials, timeoutMs })
    await requireFunctions(first, client, { signal: invocation.signal })
    return { status: 'ok' as const, detail: 'the bot has all that the scenarios need' }
  }
  return [await checked('functions', look)]
}

/** A plan that sends every scenario; undefined where the sources are not sound, which is said elsewhere. */
async function firstDeploy(environment: TargetEnvironment, invocation: Invocation, options: SharedOptions) {
  try {
    const { scenarios } = await openSoundSources({ ...invocation, terminal: quiet(invocation.terminal) }, options)
    const { lineage: _lineage, ...fresh } = environment
    return plan({ state: null, goal: goalOfSources(desiredScenarios(scenarios)), environment: fresh, now: Date.now() })
  } catch (error) {
    if (error instanceof OperationError) return undefined
    throw error
  }
}
