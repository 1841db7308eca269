import { cycleThrough, strongComponents, type WitnessWalks } from '@scenewright/graph'
import { nodeTypes } from '@scenewright/model'
import { addTo } from '@scenewright/model/collections'
import type { ScenarioSubject } from '../context.ts'
import { type Flow, readFlow } from './flow.ts'

/**
 * The maximum number of nodes in all walks of one scenario's findings: a source of 2 MiB could otherwise produce
 * billions.
 */
const maxNodes = 200_000

/** Faulty nodes that a walk from the start reaches. */
export interface ReachedRegion {
  /** The node that is nearest to the start. */
  readonly entry: string
  /** Nearest to the start first. */
  readonly nodes: readonly string[]
  /** From the start to the entry, and for a cycle once around it. Empty once the limit for walks is exceeded. */
  readonly walk: readonly string[]
}

/**
 * The cycles that walks from the start reach and in which no node waits for the customer. Cycles that share nodes or
 * lead to each other are one cycle. Nearest to the start first.
 */
export function findEndlessCycles(subject: ScenarioSubject, walks: WitnessWalks): readonly ReachedRegion[] {
  const flow = subject.share(readFlow)
  const neverWaiting = new Set<string>()
  for (const id of walks.reached) if (!flow.ends.has(id) && !mayWait(flow, id, subject)) neverWaiting.add(id)
  const cycles = strongComponents(flow.walks, neverWaiting).filter(isCycle(flow))
  if (cycles.length === 0) return []
  const walkTo = limitWalks(walks)
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

/** The behavior of undeclared types, and of an id that several nodes have, is unknown. */
function mayWait({ nodes, repeated }: Flow, id: string, { config }: ScenarioSubject): boolean {
  const type = nodes.get(id)?.node.type
  if (type === undefined || repeated.has(id)) return true
  if (type === nodeTypes.reply) return false
  const declared = config.extensions?.nodes ?? {}
  return Object.hasOwn(declared, type) ? declared[type]?.waits === true : true
}

/** The walks from the start that prove findings; empty once the limit is exceeded. */
export function limitWalks(walks: WitnessWalks): (id: string) => readonly string[] {
  let left = maxNodes
  return id => {
    if (left <= 0) return []
    const walk = walks.walkTo(id) ?? []
    left -= walk.length
    return walk
  }
}

/** Sorts disjoint groups, and the nodes in each, by their distance from the start. */
export function nearestFirst(
  reached: ReadonlySet<string>,
  groups: readonly Iterable<string>[],
): readonly (readonly string[])[] {
  const groupOf = new Map<string, number>()
  for (const [number, group] of groups.entries()) for (const id of group) groupOf.set(id, number)
  const sorted = new Map<number, string[]>()
  for (const id of reached) {
    const number = groupOf.get(id)
    if (number !== undefined) addTo(sorted, number, id)
  }
  return [...sorted.values()]
}
