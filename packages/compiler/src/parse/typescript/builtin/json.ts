import { sourceLimits } from '@scenewright/model/limits'
import { put } from '../../put.ts'
import { chargeCharacters, chargeSteps } from '../evaluate/budget.ts'
import { describe } from '../evaluate/describe.ts'
import { refuse } from '../evaluate/refusal.ts'
import { isNullish } from '../evaluate/scalar.ts'
import type { Call, Scalar, Value } from '../evaluate/value.ts'
import { argumentAt, mismatch } from '../methods/arguments.ts'

type Plain = Scalar | readonly Plain[] | { readonly [name: string]: Plain }

/** `JSON.stringify(value, null, indent)`; undefined for values that JSON cannot represent. */
export function toJson(call: Call): string | undefined {
  if (!isNullish(argumentAt(call, 1))) return mismatch(call, 1, 'null')
  const indent = indentAt(call)
  return JSON.stringify(plain(argumentAt(call, 0), call, 0), null, indent)
}

function indentAt(call: Call): string | number | undefined {
  const value = argumentAt(call, 2)
  const data = value.kind === 'scalar' ? value.data : null
  const isIndent = data === undefined || typeof data === 'string' || typeof data === 'number'
  return isIndent ? data : mismatch(call, 2, 'a number of spaces')
}

const maxIndent = 10

function plain(value: Value, call: Call, depth: number): Plain {
  const { site } = call
  if (depth > sourceLimits.depth) return refuse(site, `The value nests deeper than ${sourceLimits.depth} levels`)
  chargeSteps(site, 1)
  chargeCharacters(site, depth * maxIndent)
  if (value.kind === 'list') return value.items.map(item => plain(item.value, call, depth + 1))
  if (value.kind === 'mapping') return plainFields(value.fields, call, depth)
  if (value.kind === 'namespace') return refuse(site, `JSON cannot represent ${describe(value)}`)
  if (value.kind === 'function') return undefined
  if (typeof value.data === 'string') chargeCharacters(site, value.data.length)
  return value.data
}

function plainFields(fields: ReadonlyMap<string, { readonly value: Value }>, call: Call, depth: number): Plain {
  const target: Record<string, Plain> = {}
  for (const [name, { value }] of fields) {
    const isHook = name === 'toJSON' && value.kind === 'function'
    if (isHook) refuse(call.site, '"toJSON" is not supported in a source')
    chargeCharacters(call.site, name.length)
    put(target, name, plain(value, call, depth + 1))
  }
  return target
}
