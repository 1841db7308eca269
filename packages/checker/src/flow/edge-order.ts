import { alwaysCondition, comparePriority, type FlowEdge } from '@scenewright/model'
import { canonicalJson } from '@scenewright/model/canonical-json'
import { addTo } from '@scenewright/model/collections'
import type { ScenarioSubject } from '../context.ts'
import { readFlow } from './flow.ts'

/**
 * A problem of an edge compared with the other edges of its node, and the edge that causes it. Indexes refer to the
 * definition's list.
 */
export interface EdgeAnomaly {
  readonly kind: 'duplicate' | 'shadowed' | 'order-by-assumption'
  readonly edge: number
  readonly because: number
}

interface Leaving {
  readonly index: number
  readonly edge: FlowEdge
  readonly isAlways: boolean
}

/**
 * The edges that another edge of the same node makes useless or doubtful, each with the first kind that applies. Edges
 * of an END, and of an id that several nodes have, are left to the rules for those problems.
 */
export function findEdgeAnomalies(subject: ScenarioSubject): readonly EdgeAnomaly[] {
  const { ends, repeated } = subject.share(readFlow)
  const bySource = new Map<string, Leaving[]>()
  for (const [index, edge] of subject.definition.edges.entries()) {
    if (ends.has(edge.source) || repeated.has(edge.source)) continue
    const leaving = { index, edge, isAlways: (edge.condition?.type ?? alwaysCondition) === alwaysCondition }
    addTo(bySource, edge.source, leaving)
  }
  return Array.from(bySource.values()).flatMap(leaving => (leaving.length < 2 ? [] : findAnomalies(leaving)))
}

function findAnomalies(leaving: readonly Leaving[]): EdgeAnomaly[] {
  const duplicates = findDuplicates(leaving)
  const gone = new Set(duplicates.map(({ edge }) => edge))
  const inOrder = leaving
    .filter(({ index }) => !gone.has(index))
    .sort((a, b) => comparePriority(a.edge.priority, b.edge.priority) || a.index - b.index)
  const place = inOrder.findIndex(({ isAlways }) => isAlways)
  const always = inOrder[place]
  if (always === undefined) return duplicates
  const shadowed = inOrder.slice(place + 1).map(({ index }): EdgeAnomaly => {
    return { kind: 'shadowed', edge: index, because: always.index }
  })
  // The order of edges to one node makes no difference.
  const others = inOrder.slice(0, place).filter(({ edge }) => edge.target !== always.edge.target)
  const before = others.find(({ edge }) => comparePriority(edge.priority, always.edge.priority) < 0)
  if (before === undefined) return [...duplicates, ...shadowed]
  return [...duplicates, ...shadowed, { kind: 'order-by-assumption', edge: always.index, because: before.index }]
}

function findDuplicates(leaving: readonly Leaving[]): EdgeAnomaly[] {
  const firsts = new Map<string, number>()
  const targets = new Set(leaving.map(({ edge }) => edge.target))
  if (targets.size === leaving.length) return []
  return leaving.flatMap(({ index, edge }) => {
    const key = canonicalJson([edge.target, edge.condition ?? { type: alwaysCondition }])
    const first = firsts.get(key)
    if (first !== undefined) return { kind: 'duplicate', edge: index, because: first }
    firsts.set(key, index)
    return []
  })
}
