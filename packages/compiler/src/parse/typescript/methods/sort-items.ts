import { chargeCharacters, chargeSteps } from '../evaluate/budget.ts'
import { describe } from '../evaluate/describe.ts'
import { refuse } from '../evaluate/refusal.ts'
import type { Call, Item, Value } from '../evaluate/value.ts'
import { argumentAt, functionAt } from './arguments.ts'

/** The items in the order of a comparison function, or of their texts by code units; undefined comes last. */
export function sortItems(items: readonly Item[], call: Call): readonly Item[] {
  const isPlain = isUndefined(argumentAt(call, 0))
  const compare = isPlain ? byText(call) : bySign(call)
  const present = items.filter(({ value }) => !isUndefined(value))
  const absent = items.filter(({ value }) => isUndefined(value))
  return [...present.toSorted((a, b) => compare(a.value, b.value)), ...absent]
}

function bySign(call: Call): (a: Value, b: Value) => number {
  const compare = functionAt(call, 0)
  return (a, b) => {
    const sign = compare(a, b)
    if (sign.kind === 'scalar' && typeof sign.data === 'number') return sign.data
    return refuse(call.site, `The comparison function returns ${describe(sign)}, not a number`)
  }
}

function byText({ site }: Call): (a: Value, b: Value) => number {
  const textOf = (value: Value): string => {
    if (value.kind === 'scalar') return String(value.data)
    return refuse(site, `${describe(value)} has no natural order`, { help: 'Pass a comparison function.' })
  }
  return (a, b) => {
    const [first, second] = [textOf(a), textOf(b)]
    chargeSteps(site, 1)
    chargeCharacters(site, Math.min(first.length, second.length))
    return first < second ? -1 : first > second ? 1 : 0
  }
}

function isUndefined(value: Value): boolean {
  return value.kind === 'scalar' && value.data === undefined
}
