import type { FlowEdge } from '@scenewright/model'
import { createEdgeIds } from '../lower/edge-ids.ts'

/** An edge, and what lowering would give it if its source did not say. */
export interface EdgeDefaults {
  readonly edge: FlowEdge
  readonly hasDefaultId: boolean
  /** Its place among the edges of its source, from 1. */
  readonly place: number
}

/** How often the default ids are worked out anew before every id is written out. */
const mostRounds = 4

/** Says of each edge, in the order of the document, which of its fields may be left out of the source. */
export function defaultedEdges(edges: readonly FlowEdge[]): readonly EdgeDefaults[] {
  const written = writtenIds(edges)
  const places = new Map<string, number>()
  return edges.map((edge, index) => {
    const place = (places.get(edge.source) ?? 0) + 1
    places.set(edge.source, place)
    return { edge, place, hasDefaultId: !written.has(index) }
  })
}

/**
 * The edges whose ids must be written out. An id that is written is one that no default may take, so each round may
 * find more of them.
 */
function writtenIds(edges: readonly FlowEdge[]): ReadonlySet<number> {
  const written = new Set<number>()
  for (let round = 0; round < mostRounds; round += 1) {
    const before = written.size
    const defaultId = createEdgeIds([...written].map(index => edges[index]?.id ?? ''))
    for (const [index, { id, source, target }] of edges.entries()) {
      if (!written.has(index) && defaultId(source, target) !== id) written.add(index)
    }
    if (written.size === before) return written
  }
  return new Set(edges.keys())
}
