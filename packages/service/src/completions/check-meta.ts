import { Refusal } from '../http/refusal.ts'

/** The most that a caller's own data may take as JSON, in bytes of UTF-8. */
const mostBytes = 5120

/** Throws a Refusal 400 where the caller's data is too large. */
export function checkMeta(meta: object | undefined): void {
  if (meta === undefined) return
  const size = Buffer.byteLength(JSON.stringify(meta))
  if (size > mostBytes) throw new Refusal(400, `The field "meta" takes ${size} bytes; ${mostBytes} are allowed.`)
}
