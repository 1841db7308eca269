import { type Client, ServiceError } from '@scenewright/client'
import { OperationError } from '@scenewright/model'
import type { Plan } from '../plan/plan-types.ts'

/**
 * Rejects, with an OperationError `network`, a plan that creates records if what answers is not the service: behind a
 * wrong address or a gateway, it would stay unknown of each create whether it took effect, and a person would have to
 * resolve all of them. One request, which changes nothing.
 */
export async function requireService(
  { entries, environment }: Plan,
  client: Pick<Client, 'listBots'>,
  signal: AbortSignal,
): Promise<void> {
  if (!entries.some(({ steps }) => steps.some(({ kind }) => kind === 'create'))) return
  try {
    await client.listBots({ take: 1 }, { signal })
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    // A service that rejects this one, or cannot be reached, does the same with a create, which then had no effect. One
    // that lists bots in another form than the contract says may still do as it says with scenarios.
    if (signal.aborted || error.outcome !== 'uncertain') return
    throw new OperationError('network', `nothing was deployed to ${environment.url}: ${error.message}`, {
      help: 'check the `url` of the environment, and whether the service is up; then run the command again',
    })
  }
}
