import { chargeSteps } from './budget.ts'
import { describe } from './describe.ts'
import { refuse } from './refusal.ts'
import { type Mark, scalar, type Value } from './value.ts'

/** The items of a list, or the characters of a text. */
export function iterate(value: Value, mark: Mark): readonly Value[] {
  if (value.kind === 'list') {
    chargeSteps(mark, value.items.length)
    return value.items.map(item => item.value)
  }
  if (value.kind !== 'scalar' || typeof value.data !== 'string') {
    return refuse(mark, `Only a list can be iterated, not ${describe(value)}`)
  }
  chargeSteps(mark, value.data.length)
  return Array.from(value.data, character => scalar(character, mark))
}
