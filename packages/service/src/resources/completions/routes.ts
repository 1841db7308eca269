import { defineRoute, type Route } from '../../http/route.ts'
import type { ServiceContext } from '../../service-context.ts'
import { ownBot } from '../bots/store.ts'
import { findRemembered, fingerprintOf, repeatedCompletion } from './idempotency.ts'
import { type CompletionRequest, queueCompletion } from './queue.ts'
import { acceptedCompletion, idempotencyHeaders, newCompletion } from './schema.ts'

/** A request that is answered later. */
const createCompletion = defineRoute({
  name: 'createCompletion',
  method: 'POST',
  url: '/bots/{uniqueId}/completion',
  summary: 'Queues a request; its result comes by webhook, and stands in the journal.',
  headers: idempotencyHeaders,
  body: newCompletion,
  status: 201,
  response: acceptedCompletion,
  refusals: [400, 402, 403, 404, 409],
  async handle({ account, parameters, headers, body }, service) {
    const request = { account, bot: await ownBot(parameters.uniqueId, account, service), body }
    const key = headers['idempotency-key']
    const id = await (key === undefined ? queueCompletion(request, service) : queueOnce(request, key, service))
    return { message: 'The request is queued.', unique_id: id }
  },
})

/**
 * Queues a completion, once for all requests that come with the same key within a day; its id. Rejects with a Refusal:
 * 409 where another request came with the key, else as the queueing itself.
 */
function queueOnce(request: CompletionRequest, key: string, service: ServiceContext): Promise<string> {
  const { account, bot, body } = request
  const fingerprint = fingerprintOf(bot, body)
  // In turns, so that a repeat finds the first one stored, and pays nothing.
  return service.inTurn(`${account.id} ${key}`, async () => {
    const earlier = await findRemembered(service.kysely, account, key, service.clock())
    if (earlier !== undefined) return repeatedCompletion(earlier, fingerprint)
    return queueCompletion(request, service, { key, fingerprint })
  })
}

/** The operations on new completions. */
export const completionRoutes: readonly Route[] = [createCompletion]
