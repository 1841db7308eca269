import { readTarget, refusedTarget, type TargetPolicy } from '../egress/target-address.ts'
import { Refusal } from '../http/refusal.ts'

/** A webhook address that may be kept; null clears it. Throws a Refusal 400 that says what is wrong with it. */
export function checkWebhookUrl(text: string | null, policy: TargetPolicy): string | null {
  if (text === null) return null
  const url = readTarget(text)
  if (url === undefined) throw new Refusal(400, 'The field "webhook_url" must be an https address.')
  const reason = refusedTarget(url, policy)
  if (reason !== undefined) throw new Refusal(400, `The field "webhook_url" ${reason}.`)
  return text
}
