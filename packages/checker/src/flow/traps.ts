import { coReachable, type WitnessWalks, weakComponents } from '@scenewright/graph'
import type { ReachedRegion } from './endless.ts'
import type { Flow } from './flow.ts'
import { limitedWalks } from './limited-walks.ts'
import { nearestFirst } from './nearest-first.ts'

/**
 * The regions of what walks from the start get to from which no walk gets to any of `ways`: the ENDs, and the nodes
 * that would lead to one if another mistake were mended. Nearest to the start first.
 */
export function traps(flow: Flow, walks: WitnessWalks, ways: Iterable<string>): readonly ReachedRegion[] {
  const saved = coReachable(flow.walks, ways)
  const lost = new Set(Array.from(walks.reached).filter(id => !saved.has(id)))
  if (lost.size === 0) return []
  const walkTo = limitedWalks(walks)
  return nearestFirst(walks.reached, weakComponents(flow.walks, lost)).map(nodes => {
    const [entry = ''] = nodes
    return { entry, nodes, walk: walkTo(entry) }
  })
}
