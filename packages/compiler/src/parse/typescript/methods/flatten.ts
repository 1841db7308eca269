import { sourceLimits } from '@scenewright/model'
import { chargeSteps } from '../evaluate/budget.ts'
import { refuse } from '../evaluate/refusal.ts'
import type { Call, Item } from '../evaluate/value.ts'

/** Puts the items of lists in the place of the lists, down to so many levels. */
export function flatten(items: readonly Item[], levels: number, call: Call): readonly Item[] {
  const flat: Item[] = []
  visit(items, { levels, call, flat, depth: 0 })
  return flat
}

interface Visit {
  readonly levels: number
  readonly call: Call
  readonly flat: Item[]
  readonly depth: number
}

function visit(items: readonly Item[], { levels, call, flat, depth }: Visit): void {
  chargeSteps(call.site, items.length + 1)
  if (depth > sourceLimits.depth) refuse(call.site, `The list nests deeper than ${sourceLimits.depth} levels`)
  for (const item of items) {
    if (item.value.kind !== 'list' || !(levels >= 1)) flat.push(item)
    else visit(item.value.items, { levels: levels - 1, call, flat, depth: depth + 1 })
  }
}
