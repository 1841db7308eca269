import { Refusal } from '../http/refusal.ts'
import type { UntrustedWork } from './untrusted-work.ts'

/** Rejects with a Refusal 400 for a schema that no arguments could be held against: a reference that leads nowhere. */
export async function checkSchema(schema: object, untrusted: UntrustedWork): Promise<void> {
  const fault = await untrusted.faultOfSchema(schema)
  if (fault === undefined) return
  throw new Refusal(400, `The field "input_schema_json" cannot be held against arguments: ${fault}.`)
}
