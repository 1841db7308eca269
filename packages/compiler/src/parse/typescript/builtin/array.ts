import { chargeSteps } from '../evaluate/budget.ts'
import { iterate } from '../evaluate/iterate.ts'
import { readProperty } from '../evaluate/property.ts'
import { refuse } from '../evaluate/refusal.ts'
import { type Call, createList, list, type MappingValue, scalar, type Value } from '../evaluate/value.ts'
import { argumentAt, functionAt } from '../methods/arguments.ts'
import { builtin, type Members } from './builtin.ts'

/** The members of `Array` that a source may use, one per line. */
export const arrayMembers: Members = {
  from: builtin(from),
  isArray: builtin(call => argumentAt(call, 0).kind === 'list'),
  of: builtin(call => list(call.args, call.site)),
}

function from(call: Call): Value {
  const { site } = call
  const source = argumentAt(call, 0)
  const values = source.kind === 'mapping' ? itemsOf(source, call) : iterate(source, site)
  if (call.args.length < 2) return createList(values, site)
  const work = functionAt(call, 1)
  return createList(
    values.map((value, index) => work(value, scalar(index, site))),
    site,
  )
}

/** `{ length: 3 }` is a list of three items, with the fields whose names are indexes. */
function itemsOf(source: MappingValue, { site }: Call): readonly Value[] {
  const length = readProperty(source, 'length', site)
  const data = length.kind === 'scalar' ? (length.data ?? 0) : undefined
  if (typeof data !== 'number') return refuse(site, 'The "length" of an array-like object must be a number')
  const wanted = Math.max(0, Math.trunc(data)) || 0
  chargeSteps(site, wanted)
  return Array.from({ length: wanted }, (_, index) => readProperty(source, String(index), site))
}
