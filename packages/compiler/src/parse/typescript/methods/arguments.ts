import { callValue } from '../evaluate/call.ts'
import { describe } from '../evaluate/describe.ts'
import { refuse } from '../evaluate/refusal.ts'
import { type Call, type FunctionValue, type ListValue, type Scalar, scalar, type Value } from '../evaluate/value.ts'

/** The argument at an index; undefined where the call has fewer. */
export function argumentAt({ args, site }: Call, index: number): Value {
  return args[index]?.value ?? scalar(undefined, site)
}

/** The number at an index; undefined if it is omitted. */
export function numberAt(call: Call, index: number): number | undefined {
  const data = dataAt(call, index)
  return data === undefined || typeof data === 'number' ? data : mismatch(call, index, 'a number')
}

/** The text at an index, which is required. */
export function textAt(call: Call, index: number): string {
  return optionalTextAt(call, index) ?? mismatch(call, index, 'a text')
}

/** The text at an index; undefined if it is omitted. */
export function optionalTextAt(call: Call, index: number): string | undefined {
  const data = dataAt(call, index)
  return data === undefined || typeof data === 'string' ? data : mismatch(call, index, 'a text')
}

/** The function at an index, which is called with values only; they get the place of the call that receives it. */
export function functionAt(call: Call, index: number): (...values: readonly Value[]) => Value {
  const value = argumentAt(call, index)
  if (value.kind !== 'function') return mismatch(call, index, 'a function')
  return callback(value, call)
}

/** A function that is called with values only. */
export function callback(value: FunctionValue, { site }: Call): (...values: readonly Value[]) => Value {
  return (...values) => callValue(value, { site, args: values.map(argument => ({ value: argument, slot: site })) })
}

/** The list at an index. */
export function listAt(call: Call, index: number): ListValue {
  const value = argumentAt(call, index)
  return value.kind === 'list' ? value : mismatch(call, index, 'a list')
}

/** Refuses the argument at an index. */
export function mismatch(call: Call, index: number, wanted: string): never {
  const at = call.args[index]?.slot ?? call.site
  return refuse(
    at,
    `${wanted.charAt(0).toUpperCase()}${wanted.slice(1)} is expected here, not ${described(call, index)}`,
  )
}

function described(call: Call, index: number): string {
  return describe(argumentAt(call, index))
}

/** The data of a scalar; an object, which matches nothing, for anything else. */
function dataAt(call: Call, index: number): Scalar | object {
  const value = argumentAt(call, index)
  return value.kind === 'scalar' ? value.data : value
}
