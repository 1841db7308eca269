import { chargeCharacters } from '../evaluate/budget.ts'
import { isNullish, textIn } from '../evaluate/scalar.ts'
import type { Call, Item } from '../evaluate/value.ts'
import { optionalTextAt } from './arguments.ts'

/** `join`: null and undefined are empty texts. */
export function joinItems(items: readonly Item[], call: Call): string {
  const separator = optionalTextAt(call, 0) ?? ','
  chargeCharacters(call.site, separator.length * items.length)
  const texts = items.map(({ value }) => {
    const text = isNullish(value) ? '' : textIn(value, call.site)
    chargeCharacters(call.site, text.length)
    return text
  })
  return texts.join(separator)
}
