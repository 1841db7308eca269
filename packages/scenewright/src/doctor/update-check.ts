import { createClient } from '@scenewright/client'
import type { Project } from '@scenewright/compiler'
import { loadState, readAdopted, type TargetEnvironment } from '@scenewright/deployer'
import { OperationError } from '@scenewright/model'
import type { Invocation } from '../command.ts'
import { openTarget } from '../deploy.ts'
import { credentialsOf } from '../environment.ts'
import { type Check, checked } from './check.ts'

/** Tries whether an empty update answers with the record, on one that the state knows; nothing where it knows none. */
export async function updateChecks(
  project: Project,
  environment: TargetEnvironment,
  invocation: Invocation,
): Promise<readonly Check[]> {
  const credentials = credentialsOf(environment.name, invocation.env)
  const known = await knownRecord(project, environment, invocation)
  if (credentials === undefined || known === undefined) return []
  const { url, timeoutMs } = environment
  const { signal } = invocation
  const look = async () => {
    const client = createClient({ url, ...credentials, timeoutMs })
    await readAdopted([known], { client, environment, signal, onRead: () => {} })
    return {
      status: 'ok' as const,
      detail: 'an empty update answers with the record: scenarios can be adopted, and edits by hand are seen',
    }
  }
  return [await checked('records', look)]
}

async function knownRecord(project: Project, { name }: TargetEnvironment, invocation: Invocation) {
  try {
    const { store } = await openTarget(invocation, project, { env: name, format: 'text' })
    const scenarios = Object.entries((await loadState(store))?.scenarios ?? {})
    const [found] = scenarios.flatMap(([key, { remote_id }]) =>
      remote_id === undefined ? [] : [{ key, id: remote_id }],
    )
    return found
  } catch (error) {
    // What is wrong with the state is said elsewhere.
    if (error instanceof OperationError) return undefined
    throw error
  }
}
