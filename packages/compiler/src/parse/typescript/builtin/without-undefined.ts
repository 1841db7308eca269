import { sourceLimits } from '@scenewright/model/limits'
import { chargeSteps } from '../evaluate/budget.ts'
import { refuse } from '../evaluate/refusal.ts'
import type { Field, Item, MappingValue, Mark, Value } from '../evaluate/value.ts'

/** The results, because a source may use one value in many scenarios. */
const results = new WeakMap<Value, Value>()

/**
 * A value without the fields, at any depth, that are undefined, as the published functions return it. What has no such
 * fields is not copied, and all that remains keeps its places.
 */
export function withoutUndefined<Kind extends Value>(value: Kind, site: Mark, depth?: number): Kind
export function withoutUndefined(value: Value, site: Mark, depth = 0): Value {
  if (value.kind !== 'list' && value.kind !== 'mapping') return value
  const known = results.get(value)
  if (known !== undefined) return known
  if (depth > sourceLimits.depth) return refuse(site, `The value nests deeper than ${sourceLimits.depth} levels`)
  const result = value.kind === 'mapping' ? cleanFields(value, site, depth) : cleanItems(value, site, depth)
  results.set(value, result)
  return result
}

function cleanItems(value: Extract<Value, { kind: 'list' }>, site: Mark, depth: number): Value {
  chargeSteps(site, value.items.length)
  const items = value.items.map(item => cleanItem(item, site, depth))
  return items.some((item, index) => item !== value.items[index]) ? { ...value, items } : value
}

function cleanFields(value: MappingValue, site: Mark, depth: number): MappingValue {
  chargeSteps(site, value.fields.size)
  const fields = new Map<string, Field>()
  let isChanged = false
  for (const [name, field] of value.fields) {
    const cleaned = cleanItem(field, site, depth)
    const isLeftOut = field.value.kind === 'scalar' && field.value.data === undefined
    if (!isLeftOut) fields.set(name, cleaned)
    isChanged ||= isLeftOut || cleaned !== field
  }
  return isChanged ? { ...value, fields } : value
}

/** A value that is its own place becomes the place of its copy, too. */
function cleanItem<Kind extends Item>(item: Kind, site: Mark, depth: number): Kind {
  const value = withoutUndefined(item.value, site, depth + 1)
  if (value === item.value) return item
  return { ...item, value, slot: item.slot === item.value ? value : item.slot }
}
