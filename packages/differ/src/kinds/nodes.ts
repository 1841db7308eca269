import { type FlowNode, nodePath } from '@scenewright/model'
import type { Found } from '../change.ts'
import type { Placed } from '../match/placed.ts'
import type { Stretch } from '../match/stretches.ts'
import { shown } from '../shown.ts'
import { nameOfNode, textsOfNode } from './customer-texts.ts'
import { family } from './family.ts'

type Kind = 'node-removed' | 'node-renamed' | 'node-added'

/** The steps of the flow that came, went or have another id; those between two others are told as insertions. */
export const nodes = family<Kind>(
  {
    // The value of such a change is the node.
    'node-removed': { level: 'risky', says: ({ before }) => `removed ${nameOfNode(before as FlowNode)}` },
    'node-renamed': {
      level: 'info',
      says: ({ before, after }) => `step ${shown(before)} is renamed to ${shown(after)}`,
    },
    'node-added': { level: 'info', says: ({ after }) => `new ${nameOfNode(after as FlowNode)}` },
  },
  ({ flow: { nodes: found, stretches } }) => [
    ...outside(found.onlyBase, stretches.takenOut).map(({ value, index }): Found<Kind> => {
      return { kind: 'node-removed', node: value.id, before: value, ...textsIn(value), at: { base: nodePath(index) } }
    }),
    ...found.pairs.flatMap(({ base, head }): Found<Kind>[] => {
      const [before, after] = [base.value.id, head.value.id]
      if (before === after) return []
      const at = { base: nodePath(base.index), head: nodePath(head.index) }
      return [{ kind: 'node-renamed', node: after, before, after, at }]
    }),
    ...outside(found.onlyHead, stretches.inserted).map(({ value, index }): Found<Kind> => {
      return { kind: 'node-added', node: value.id, after: value, ...textsIn(value), at: { head: nodePath(index) } }
    }),
  ],
)

function outside(items: readonly Placed<FlowNode>[], stretches: readonly Stretch[]): readonly Placed<FlowNode>[] {
  const inside = new Set(stretches.flatMap(stretch => stretch.nodes))
  return items.filter(item => !inside.has(item))
}

function textsIn(node: FlowNode): Pick<Found, 'texts'> {
  const texts = textsOfNode(node)
  return texts.length === 0 ? {} : { texts }
}
