import { chargeCharacters } from '../evaluate/budget.ts'
import { type Call, type Mark, type Scalar, scalar, type Value } from '../evaluate/value.ts'

/** Creates a built-in value at the place of its name. */
export type Make = (at: Mark) => Value

/** The available members of a module or a built-in object, by name. */
export type Members = Readonly<Record<string, Make>>

/** A function of the evaluator; the length of its resulting texts is counted. */
export function builtin(work: (call: Call) => Scalar | Value, members: Members = {}): Make {
  const apply = (call: Call): Value => boxed(work(call), call.site)
  const member = (name: string, site: Mark) => findMember(members, name, site)
  return ({ node, frame }) => ({ kind: 'function', apply, member, node, frame })
}

/** An object such as `Math`, or a module, whose members are read by name. */
export function namespace(name: string, members: Members): Make {
  const member = (wanted: string, site: Mark) => findMember(members, wanted, site)
  return ({ node, frame }) => ({ kind: 'namespace', name, member, node, frame })
}

/** A fixed value. */
export function constant(data: Scalar): Make {
  return at => scalar(data, at)
}

/** The member with that name; undefined if there is none. */
export function findMember(members: Members, name: string, at: Mark): Value | undefined {
  return Object.hasOwn(members, name) ? members[name]?.(at) : undefined
}

/** A value for the result of a function of the evaluator: at the call's place, unless it has its own. */
export function boxed(result: Scalar | Value, site: Mark): Value {
  if (typeof result === 'object' && result !== null) return result
  if (typeof result === 'string') chargeCharacters(site, result.length)
  return scalar(result, site)
}
