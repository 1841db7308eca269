import type { Span } from '../source-tree.ts'
import type { Field, Item, Mark, Unit } from './evaluate/value.ts'
import { placeOf, stretchOf } from './place.ts'

/** The place of a value in a source; `within` is that of what holds it, for a value with no place of its own there. */
export function valueSpan({ value, slot }: Item, source: Unit, within: Span): Span {
  return markSpan(value, source) ?? brought(value, slot === value ? within : (markSpan(slot, source) ?? within))
}

/** The place of a field's name in a source. */
export function keySpan({ key, slot }: Field, source: Unit, within: Span): Span {
  return markSpan(key, source) ?? brought(key, markSpan(slot, source) ?? within)
}

/** Undefined if the place lies in another file. */
function markSpan(mark: Mark, source: Unit): Span | undefined {
  const { unit, anchor } = mark.frame
  if (anchor === undefined && unit !== source) return undefined
  const own = stretchOf(mark.node, unit)
  if (anchor === undefined) return { start: own.start, end: own.end }
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
