import { chargeName, chargeSteps } from '../evaluate/budget.ts'
import { mapping, toField } from '../evaluate/mapping.ts'
import { readProperty } from '../evaluate/property.ts'
import { refuse } from '../evaluate/refusal.ts'
import { textIn } from '../evaluate/scalar.ts'
import { type Call, type Field, list, type Mark, scalar, type Value } from '../evaluate/value.ts'
import { argumentAt, listAt, mismatch } from '../methods/arguments.ts'
import { builtin, type Members } from './builtin.ts'

/** The members of `Object` that a source may use, one per line. */
export const objectMembers: Members = {
  entries: builtin(call => listed(call, ([name, field]) => list([nameItem(name, field), field], call.site))),
  freeze: builtin(call => argumentAt(call, 0)),
  fromEntries: builtin(fromEntries),
  hasOwn: builtin(hasOwn),
  keys: builtin(call => listed(call, ([name, field]) => nameItem(name, field).value)),
  values: builtin(call => listed(call, ([, field]) => field.value)),
}

function listed(call: Call, work: (entry: readonly [string, Field]) => Value): Value {
  const { site } = call
  const items = fieldsOf(call).map(entry => ({ value: work(entry), slot: site }))
  chargeSteps(site, items.length)
  return list(items, site)
}

/** The fields of an object; those of a list are its items. */
function fieldsOf(call: Call): readonly (readonly [string, Field])[] {
  const value = argumentAt(call, 0)
  if (value.kind === 'mapping') return [...value.fields]
  if (value.kind !== 'list') return mismatch(call, 0, 'an object')
  return value.items.map((item, index) => [String(index), toField(item, item.slot)])
}

/** A name keeps its original place. */
function nameItem(name: string, field: Field) {
  return { value: scalar(name, field), slot: field.slot }
}

function hasOwn(call: Call): boolean {
  const value = argumentAt(call, 0)
  const name = textIn(argumentAt(call, 1), call.site)
  chargeName(call.site, name)
  return value.kind === 'mapping' ? value.fields.has(name) : mismatch(call, 0, 'an object')
}

function fromEntries(call: Call): Value {
  const { site } = call
  const fields = new Map<string, Field>()
  const { items } = listAt(call, 0)
  chargeSteps(site, items.length)
  for (const { value: pair, slot } of items) {
    const [key, value] = pairOf(pair, site)
    const name = textIn(key, site)
    chargeName(site, name)
    fields.set(name, toField({ value, slot }, key))
  }
  return mapping(fields, site)
}

function pairOf(pair: Value, site: Mark): readonly [Value, Value] {
  if (pair.kind !== 'list') return refuse(site, 'Each entry must be a list of a name and a value')
  return [readProperty(pair, '0', site), readProperty(pair, '1', site)]
}
