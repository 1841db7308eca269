import { comparePriority, type FlowEdge } from '@scenewright/model'
import { placed } from './placed.ts'

/** The rank of each edge by its place in the list: those of one node are tried by priority, then as they are listed. */
export function ranksOf(edges: readonly FlowEdge[]): ReadonlyMap<number, number> {
  const sorted = [...placed(edges)].sort(
    (a, b) => comparePriority(a.value.priority, b.value.priority) || a.index - b.index,
  )
  return new Map(sorted.map(({ index }, rank) => [index, rank]))
}

/** The place of each edge among those of its node, from 1, as they are listed: its priority, where none is given. */
export function listedPlaces(edges: readonly FlowEdge[]): readonly number[] {
  const counts = new Map<string, number>()
  return edges.map(({ source }) => {
    const place = (counts.get(source) ?? 0) + 1
    counts.set(source, place)
    return place
  })
}
