import { boxed } from '../builtin/builtin.ts'
import { chargeCharacters, chargeSteps } from '../evaluate/budget.ts'
import type { Call, FunctionValue, Mark, Scalar, Value } from '../evaluate/value.ts'
import { listMethods } from './list-methods.ts'
import { numberMethods } from './number-methods.ts'
import { textMethods } from './text-methods.ts'

/** The method with that name of a text, a number or a list, ready to be called; undefined if it has none. */
export function findMethod(receiver: Value, name: string, at: Mark): FunctionValue | undefined {
  const work = findWork(receiver, name)
  if (work === undefined) return undefined
  return { kind: 'function', ...at, apply: call => boxed(work(call), call.site) }
}

type Work = (call: Call) => Scalar | Value

function findWork(receiver: Value, name: string): Work | undefined {
  if (receiver.kind === 'list') {
    const method = own(listMethods, name)
    return method && (call => method(receiver, charged(call, name === 'at' ? 0 : receiver.items.length)))
  }
  const data = receiver.kind === 'scalar' ? receiver.data : undefined
  if (typeof data === 'number') {
    const method = own(numberMethods, name)
    return method && (call => method(data, call))
  }
  if (typeof data !== 'string') return undefined
  const method = own(textMethods, name)
  return method && (call => method(data, read(call, cheap.has(name) ? 0 : data.length)))
}

// The cost of these methods does not grow with the text, or they charge it themselves, or it is that of their result.
const cheap = new Set(['at', 'charAt', 'charCodeAt', 'codePointAt', 'endsWith', 'slice', 'startsWith', 'substring'])

function own<Method>(methods: Readonly<Record<string, Method>>, name: string): Method | undefined {
  return Object.hasOwn(methods, name) ? methods[name] : undefined
}

function charged(call: Call, items: number): Call {
  chargeSteps(call.site, items)
  return call
}

function read(call: Call, characters: number): Call {
  chargeCharacters(call.site, characters)
  return call
}
