import type { Change, ChangeKind } from '@scenewright/differ'
import { count } from '../report/count.ts'

/** What is counted by itself, in this order; what is left is counted together. */
const counted: readonly (readonly [kind: ChangeKind, one: string, many: string])[] = [
  ['edge-rerouted', 'edge rerouted', 'edges rerouted'],
  ['reply-changed', 'text changed', 'texts changed'],
  ['example-added', 'example added', 'examples added'],
  ['example-removed', 'example removed', 'examples removed'],
]

/** What changes of a scenario, in a few words: "+9 -4 nodes, 3 edges rerouted". */
export function changeSummary(changes: readonly Change[]): string {
  const of = (kind: ChangeKind) => changes.filter(change => change.kind === kind).length
  const [added, removed] = [of('node-added'), of('node-removed')]
  const nodes = [added > 0 ? `+${added}` : '', removed > 0 ? `\u2212${removed}` : ''].filter(part => part !== '')
  const named = counted.flatMap(([kind, one, many]) => (of(kind) > 0 ? [count(of(kind), one, many)] : []))
  const known = new Set<ChangeKind>([...counted.map(([kind]) => kind), 'node-added', 'node-removed'])
  const others = changes.filter(({ kind }) => !known.has(kind)).length
  return [
    ...(nodes.length > 0 ? [`${nodes.join(' ')} ${added + removed === 1 ? 'node' : 'nodes'}`] : []),
    ...named,
    ...(others > 0 ? [count(others, named.length + nodes.length > 0 ? 'other change' : 'change')] : []),
  ].join(', ')
}
