import { type FlowNode, nodePath, nodeTypes } from '@scenewright/model'
import type { Found } from '../change.ts'
import { shown } from '../shown.ts'
import { family } from './family.ts'

type Kind = 'node-removed' | 'node-renamed' | 'node-added'

/** The blocks of the flow that came, went or have another id. */
export const nodes = family<Kind>(
  {
    'node-removed': { level: 'risky', says: ({ before }) => `${describeNode(before)} is gone` },
    'node-renamed': { level: 'info', says: ({ before, after }) => `${shown(before)} is called ${shown(after)}` },
    'node-added': { level: 'info', says: ({ after }) => `${describeNode(after)} is new` },
  },
  ({ flow: { nodes: found } }) => [
    ...found.onlyBase.map(({ value, index }): Found<Kind> => {
      return { kind: 'node-removed', node: value.id, before: value, at: { base: nodePath(index) } }
    }),
    ...found.pairs.flatMap(({ base, head }): Found<Kind>[] => {
      const [before, after] = [base.value.id, head.value.id]
      if (before === after) return []
      const at = { base: nodePath(base.index), head: nodePath(head.index) }
      return [{ kind: 'node-renamed', node: after, before, after, at }]
    }),
    ...found.onlyHead.map(({ value, index }): Found<Kind> => {
      return { kind: 'node-added', node: value.id, after: value, at: { head: nodePath(index) } }
    }),
  ],
)

function describeNode(value: unknown): string {
  // A change of a node has the node as its value.
  const { id, type, text } = value as FlowNode
  if (type === nodeTypes.reply) return `the reply ${shown(id)} (${shown(text)})`
  return `the ${type} ${shown(id)}`
}
