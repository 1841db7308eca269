import { cycleThrough, strongComponents, type WitnessWalks } from '@scenewright/graph'
import { nodeTypes } from '@scenewright/model'
import type { ScenarioSubject } from '../context.ts'
import { type Flow, readFlow } from './flow.ts'
import { limitedWalks } from './limited-walks.ts'
import { nearestFirst } from './nearest-first.ts'

/** Nodes that a walk from the start gets to and that something is wrong with together. */
export interface ReachedRegion {
  /** The one that is nearest to the start. */
  readonly entry: string
  /** Nearest to the start first. */
  readonly nodes: readonly string[]
  /** From the start to the entry; of a cycle, once around it. Empty where the walks have become too many. */
  readonly walk: readonly string[]
}

/**
 * The cycles among the nodes that walks from the start get to in which no node waits for the customer. Cycles that
 * share nodes, or lead back and forth, are one. Nearest to the start first.
 */
export function endlessCycles(subject: ScenarioSubject, walks: WitnessWalks): readonly ReachedRegion[] {
  const flow = subject.share(readFlow)
  const hurrying = new Set<string>()
  for (const id of walks.reached) if (!flow.ends.has(id) && !mayWait(flow, id, subject)) hurrying.add(id)
  const cycles = strongComponents(flow.walks, hurrying).filter(isCycle(flow))
  if (cycles.length === 0) return []
  const walkTo = limitedWalks(walks)
  return nearestFirst(walks.reached, cycles).map(nodes => {
    const [entry = ''] = nodes
    const way = walkTo(entry)
    const around = way.length === 0 ? [] : (cycleThrough(flow.walks, entry, new Set(nodes)) ?? [])
    return { entry, nodes, walk: [...way, ...around.slice(1)] }
  })
}

function isCycle({ walks }: Flow): (component: readonly string[]) => boolean {
  return component => component.length > 1 || component.some(id => walks.successors(id).includes(id))
}

/** Of a type that nobody has declared, and of an id that several nodes have, nobody knows. */
function mayWait({ nodes, repeated }: Flow, id: string, { config }: ScenarioSubject): boolean {
  const type = nodes.get(id)?.node.type
  if (type === undefined || repeated.has(id)) return true
  if (type === nodeTypes.reply) return false
  const declared = config.extensions?.nodes ?? {}
  return Object.hasOwn(declared, type) ? declared[type]?.waits === true : true
}
