import { isTruthy, textIn } from '../evaluate/scalar.ts'
import type { Call } from '../evaluate/value.ts'
import { argumentAt, mismatch } from '../methods/arguments.ts'

/** `Boolean(x)`. */
export function toTruth(call: Call): boolean {
  return isTruthy(argumentAt(call, 0))
}

/** `Number(x)`, of anything but lists, objects and functions. */
export function toNumber(call: Call): number {
  if (call.args.length === 0) return 0
  const value = argumentAt(call, 0)
  return value.kind === 'scalar' ? Number(value.data) : mismatch(call, 0, 'a text or a number')
}

/** `String(x)`, of anything but lists, objects and functions. */
export function toText(call: Call): string {
  return call.args.length === 0 ? '' : textIn(argumentAt(call, 0), call.site)
}
