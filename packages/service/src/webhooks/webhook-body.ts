import type { Completion } from '../database/tables.ts'

/** The JSON of the event that a result is ready. An error has no answer; what the caller sent along comes back. */
export function webhookBody(result: {
  readonly completion: Pick<Completion, 'id' | 'bot_id' | 'meta'>
  readonly status: 'SUCCESS' | 'OPERATOR' | 'ERROR'
  readonly text: string | null
}): string {
  const { completion, status, text } = result
  return JSON.stringify({
    ...(text !== null && { response: { message: text } }),
    meta: {
      unique_id: completion.id,
      bot_unique_id: completion.bot_id,
      ...(completion.meta !== null && { meta: completion.meta }),
    },
    type: status,
    error: status === 'ERROR',
  })
}
