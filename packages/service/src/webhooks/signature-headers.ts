import { createHmac } from 'node:crypto'

/** Where the bytes of a secret begin. */
const prefix = 'whsec_'

/** The headers of Standard Webhooks: the id, the time of this attempt, and what only the two sides can make of them. */
export function signatureHeaders(
  { id, body, secret }: { readonly id: string; readonly body: string; readonly secret: string },
  now: Date,
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(now.getTime() / 1000))
  const key = Buffer.from(secret.slice(prefix.length), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
}
