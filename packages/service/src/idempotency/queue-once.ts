import { type CompletionRequest, queueCompletion } from '../completions/queue-completion.ts'
import type { ServiceContext } from '../service-context.ts'
import { findRemembered, fingerprintOf, repeatedCompletion } from './remembered-request.ts'

/**
 * Queues a completion, once for all requests that come with the same key within a day; its id. Rejects with a Refusal:
 * 409 where another request came with the key, else as the queueing itself.
 */
export function queueOnce(request: CompletionRequest, key: string, service: ServiceContext): Promise<string> {
  const { account, bot, body } = request
  const fingerprint = fingerprintOf(bot, body)
  // In turns, so that a repeat finds the first one stored, and pays nothing.
  return service.inTurn(`${account.id} ${key}`, async () => {
    const earlier = await findRemembered(service.kysely, account, key, service.clock())
    if (earlier !== undefined) return repeatedCompletion(earlier, fingerprint)
    return queueCompletion(request, service, { key, fingerprint })
  })
}
