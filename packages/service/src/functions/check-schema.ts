import { Refusal } from '../http/refusal.ts'
import type { ArgumentCheck } from './argument-check.ts'

/** Rejects with a Refusal 400 for a schema that no arguments could be held against: a reference that leads nowhere. */
export async function checkSchema(schema: object, argumentCheck: ArgumentCheck): Promise<void> {
  const fault = await argumentCheck.faultOfSchema(schema)
  if (fault === undefined) return
  throw new Refusal(400, `The field "input_schema_json" cannot be held against arguments: ${fault}.`)
}
