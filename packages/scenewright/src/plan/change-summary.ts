import type { Change, ChangeKind } from '@scenewright/differ'
import { partsIn } from '../diff/touches.ts'
import { count } from '../report/count.ts'

/** What is counted by itself, in this order; what is left is counted together. */
const counted: readonly (readonly [kind: ChangeKind, one: string, many: string])[] = [
  ['edge-rerouted', 'connection changed', 'connections changed'],
  ['reply-changed', 'text changed', 'texts changed'],
  ['example-added', 'example added', 'examples added'],
  ['example-removed', 'example removed', 'examples removed'],
]

const ofSteps: readonly ChangeKind[] = ['node-added', 'node-removed', 'node-inserted', 'node-taken-out']

/** What changes of a scenario, in a few words: "+9 -4 steps, 3 connections changed". */
export function changeSummary(changes: readonly Change[]): string {
  const of = (kind: ChangeKind) => changes.filter(change => change.kind === kind).length
  const stepsOf = (kind: ChangeKind) =>
    changes.flatMap(change =>
      change.kind === kind ? [...partsIn(change.before, 'nodes'), ...partsIn(change.after, 'nodes')] : [],
    )
  const added = of('node-added') + stepsOf('node-inserted').length
  const removed = of('node-removed') + stepsOf('node-taken-out').length
  const nodes = [added > 0 ? `+${added}` : '', removed > 0 ? `\u2212${removed}` : ''].filter(part => part !== '')
  const named = counted.flatMap(([kind, one, many]) => (of(kind) > 0 ? [count(of(kind), one, many)] : []))
  const known = new Set<ChangeKind>([...counted.map(([kind]) => kind), ...ofSteps])
  const others = changes.filter(({ kind }) => !known.has(kind)).length
  return [
    ...(nodes.length > 0 ? [`${nodes.join(' ')} ${added + removed === 1 ? 'step' : 'steps'}`] : []),
    ...named,
    ...(others > 0 ? [count(others, named.length + nodes.length > 0 ? 'other change' : 'change')] : []),
  ].join(', ')
}
