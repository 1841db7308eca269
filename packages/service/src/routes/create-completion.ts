import { ownBot } from '../bots/own-bot.ts'
import { queueCompletion } from '../completions/queue-completion.ts'
import { defineRoute } from '../http/route.ts'
import { queueOnce } from '../idempotency/queue-once.ts'
import { acceptedCompletion, newCompletion } from '../schemas/completion.ts'
import { idempotencyHeaders } from '../schemas/idempotency.ts'

/** A request that is answered later. */
export const createCompletion = defineRoute({
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
