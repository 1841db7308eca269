import type { Span } from '../source-tree.ts'
import type { Field, Item, Mark, Unit } from './evaluate/value.ts'
import { placeOf, startOf, stretchOf } from './place.ts'

/** The place of a value in a source; `within` is that of what holds it, for a value with no place of its own there. */
export function valueSpan({ value, slot }: Item, source: Unit, within: Span): Span {
  return markSpan(value, source) ?? brought(value, slot === value ? within : (markSpan(slot, source) ?? within))
}

/** The place in a source of what put a value there, wherever the value itself was made. */
export function slotSpan({ slot }: Item, source: Unit, within: Span): Span {
  return markSpan(slot, source) ?? within
}

/** The place of a field's name in a source. */
export function keySpan(field: Field, source: Unit, within: Span): Span {
  return markSpan(field, source) ?? brought(field, markSpan(field.slot, source) ?? within)
}

/** Undefined if the place lies in another file. */
function markSpan(mark: Mark, source: Unit): Span | undefined {
  const { unit, anchor } = mark.frame
  if (anchor === undefined) {
    return unit === source ? { start: startOf(mark.node, unit), end: mark.node.end } : undefined
  }
  const own = stretchOf(mark.node, unit)
  const place = placeOf(mark)
  if (place.unit !== source) return undefined
  const isOwn = unit === source && place.start === own.start && place.end === own.end
  return isOwn ? { start: own.start, end: own.end } : brought(mark, place)
}

/** What was written elsewhere and stands here now. */
function brought({ node, frame: { unit } }: Mark, { start, end }: Span): Span {
  const own = stretchOf(node, unit)
  return { start, end, origin: { places: unit.places, span: { start: own.start, end: own.end } } }
}
