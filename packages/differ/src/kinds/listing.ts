import type { FoundChange } from '../change-details.ts'
import { type Pair, type Placed, pairByKey, withPlaces } from '../match/pair-by-key.ts'
import { findReorderings } from '../match/reorderings.ts'
import { changeGroup } from './change-group.ts'

type Kind = 'listed-otherwise'

const plainNames: ReadonlyMap<string, string> = new Map([
  ['nodes', 'steps'],
  ['edges', 'connections'],
])

/** The order of lists in which it is irrelevant to the customer: that of nodes, of listed edges, of texts. */
export const listing = changeGroup<Kind>(
  {
    'listed-otherwise': {
      level: 'layout',
      message: ({ field }) => `the ${plainNames.get(field ?? '') ?? field} are listed in a different order`,
    },
  },
  ({ base, head, flow }) => {
    const listed = (field: string, names: readonly Pair<Placed<string>>[]): FoundChange<Kind>[] => {
      const before = names.map(pair => pair.base.value)
      const sorted = [...names].sort((a, b) => a.head.index - b.head.index)
      if (sorted.every((pair, place) => pair === names[place])) return []
      return [{ kind: 'listed-otherwise', field, before, after: sorted.map(pair => pair.head.value) }]
    }
    const texts = (field: 'examples' | 'exclusions') => {
      const [before, after] = [base.document.scenario[field] ?? [], head.document.scenario[field] ?? []]
      return listed(field, pairByKey(withPlaces(before), withPlaces(after), ({ value }) => value).pairs)
    }
    const nodes = listed('nodes', flow.nodes.pairs.map(idsOf))
    return [
      ...texts('examples'),
      ...texts('exclusions'),
      ...nodes,
      // The compiler lists edges by their nodes; and a relevant order has already been reported.
      ...(nodes.length > 0 || findReorderings(flow).length > 0 ? [] : listed('edges', flow.edges.pairs.map(idsOf))),
    ]
  },
)

function idsOf({ base, head }: Pair<Placed<{ readonly id: string }>>): Pair<Placed<string>> {
  return { base: { value: base.value.id, index: base.index }, head: { value: head.value.id, index: head.index } }
}
