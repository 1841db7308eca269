import { type FlowNode, nodeTypes } from '@scenewright/model'
import { edgePath, nodePath, startPath } from '@scenewright/model/compilation'
import type { FoundChange } from '../change-details.ts'
import type { NodeRun } from '../match/node-runs.ts'
import { shown } from '../shown.ts'
import { changeGroup } from './change-group.ts'
import { nameOfNode, textsOfNode } from './customer-texts.ts'

type Kind = 'node-taken-out' | 'node-inserted'

/** Steps between two others that were added or removed, with their connections: one edit, and one change. */
export const insertions = changeGroup<Kind>(
  {
    'node-taken-out': { level: 'risky', message: ({ before }) => describe(before, 'removed') },
    'node-inserted': { level: 'info', message: ({ after }) => describe(after, 'new') },
  },
  ({ flow: { stretches, base, head } }) => [
    ...stretches.takenOut.map((stretch): FoundChange<Kind> => {
      const target = stretch.entry?.head.value.target ?? head.flow.start_node_id
      return { kind: 'node-taken-out', ...of(stretch, 'base'), after: pathTo(stretch, 'head', target) }
    }),
    ...stretches.inserted.map((stretch): FoundChange<Kind> => {
      const target = stretch.entry?.base.value.target ?? base.flow.start_node_id
      const isReplies = stretch.nodes.every(({ value }) => value.type === nodeTypes.reply)
      const level = isReplies ? {} : { level: 'risky' as const }
      return { kind: 'node-inserted', ...level, ...of(stretch, 'head'), before: pathTo(stretch, 'base', target) }
    }),
  ],
)

/** Returns the details from the side that has the stretch. */
function of(stretch: NodeRun, side: 'base' | 'head') {
  const { nodes, edges, entry } = stretch
  const [first] = nodes
  const value = {
    ...pathTo(stretch, side, first?.value.id ?? ''),
    nodes: nodes.map(node => node.value),
    edges: edges.map(edge => edge.value),
  }
  const [base, head] = [entry?.base.value, entry?.head.value]
  const other = side === 'base' ? 'head' : 'base'
  const past = entry === undefined ? startPath : edgePath(entry[other].index, 'target')
  return {
    node: first?.value.id ?? '',
    ...(head && { edge: head.id }),
    ...(base && base.id !== head?.id && { was: base.id }),
    [side === 'base' ? 'before' : 'after']: value,
    texts: nodes.flatMap(node => textsOfNode(node.value)),
    at: { [side]: nodePath(first?.index ?? 0), [other]: past },
  }
}

function pathTo({ entry }: Pick<NodeRun, 'entry'>, side: 'base' | 'head', target: string) {
  return { ...(entry && { source: entry[side].value.source }), target }
}

interface Value {
  readonly source?: string
  readonly nodes: readonly FlowNode[]
  readonly edges: readonly { readonly target: string }[]
}

function describe(value: unknown, word: string): string {
  // The value comes from `of`.
  const { source, nodes, edges } = value as Value
  const names = nodes.map(nameOfNode).join(', ')
  const end = shown(edges.at(-1)?.target)
  return `${word} ${names} ${source === undefined ? `at the start, before ${end}` : `between ${shown(source)} and ${end}`}`
}
