import { refusedTarget, type TargetPolicy } from '../egress/target-address.ts'
import { Refusal } from '../http/refusal.ts'

/** A webhook address that may be kept; null clears it. Throws a Refusal 400 that says what is wrong with it. */
export function checkWebhookUrl(text: string | null, policy: TargetPolicy): string | null {
  if (text === null) return null
  if (!URL.canParse(text)) throw new Refusal(400, 'The field "webhook_url" must be an https address.')
  const reason = refusedTarget(new URL(text), policy)
  if (reason !== undefined) throw new Refusal(400, `The field "webhook_url" ${reason}.`)
  return text
}
