import type { FlowEdge, FlowNode } from '@scenewright/model'
import { nodePath } from '@scenewright/model/compilation'
import type { FoundChange } from '../change-details.ts'
import type { NodeRun } from '../match/node-runs.ts'
import { outgoingEdges } from '../match/outgoing-edges.ts'
import type { Placed } from '../match/pair-by-key.ts'
import { shown } from '../shown.ts'
import { changeGroup } from './change-group.ts'
import { nameOfNode, textsOfNode } from './customer-texts.ts'

type Kind = 'node-removed' | 'node-renamed' | 'node-added'

/**
 * The steps of the flow that were added, removed or have another id; those between two others are reported as
 * insertions.
 */
export const nodes = changeGroup<Kind>(
  {
    'node-removed': { level: 'risky', message: change => `removed ${described(change.before, change)}` },
    'node-renamed': {
      level: 'info',
      message: ({ before, after }) => `step ${shown(before)} is renamed to ${shown(after)}`,
    },
    'node-added': { level: 'info', message: change => `new ${described(change.after, change)}` },
  },
  ({ flow }) => {
    const [gone, come] = [outgoingEdges(flow, 'base'), outgoingEdges(flow, 'head')]
    return [
      ...outside(flow.nodes.onlyBase, flow.stretches.takenOut).map((item): FoundChange<Kind> => {
        const { value, index } = item
        const more = { ...textsIn(value), ...edgesOf(gone.get(item)) }
        return { kind: 'node-removed', node: value.id, before: value, ...more, at: { base: nodePath(index) } }
      }),
      ...flow.nodes.pairs.flatMap(({ base, head }): FoundChange<Kind>[] => {
        const [before, after] = [base.value.id, head.value.id]
        if (before === after) return []
        const at = { base: nodePath(base.index), head: nodePath(head.index) }
        return [{ kind: 'node-renamed', node: after, before, after, at }]
      }),
      ...outside(flow.nodes.onlyHead, flow.stretches.inserted).map((item): FoundChange<Kind> => {
        const { value, index } = item
        const more = { ...textsIn(value), ...edgesOf(come.get(item)) }
        return { kind: 'node-added', node: value.id, after: value, ...more, at: { head: nodePath(index) } }
      }),
    ]
  },
)

function outside(items: readonly Placed<FlowNode>[], stretches: readonly NodeRun[]): readonly Placed<FlowNode>[] {
  const inside = new Set(stretches.flatMap(stretch => stretch.nodes))
  return items.filter(item => !inside.has(item))
}

/** The value of such a change is the node. */
function described(value: unknown, { edges = [] }: Pick<FoundChange, 'edges'>): string {
  const name = nameOfNode(value as FlowNode)
  return edges.length === 0 ? name : `${name}, leading to ${edges.map(({ target }) => shown(target)).join(', ')}`
}

function edgesOf(found: readonly Placed<FlowEdge>[] = []): Pick<FoundChange, 'edges' | 'identity'> {
  if (found.length === 0) return {}
  const edges = found.map(({ value }) => value)
  return { edges, identity: edges }
}

function textsIn(node: FlowNode): Pick<FoundChange, 'texts'> {
  const texts = textsOfNode(node)
  return texts.length === 0 ? {} : { texts }
}
