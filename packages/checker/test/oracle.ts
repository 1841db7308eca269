import type { Definition } from '@scenewright/model'

/** What walks, written out one by one, say of a small flow in which edges lead to nodes that are there. */
export interface OracleFacts {
  /** Nodes that no walk from the start gets to. */
  readonly unreachable: ReadonlySet<string>
  /** Nodes that a walk gets to before an END, and from which none gets to an END. */
  readonly trapped: ReadonlySet<string>
  /** Nodes that a walk gets to before an END, on a cycle in which no node waits. */
  readonly endless: ReadonlySet<string>
}

/** Enumerates every walk that meets no node twice. It shares no code with the checker. */
export function askOracle({ start_node_id: start, nodes, edges }: Definition): OracleFacts {
  const isEnd = (id: string) => nodes.some(node => node.id === id && node.type === 'END')
  const waits = (id: string) => nodes.some(node => node.id === id && node.type === 'ASK')
  const everywhere = (id: string) => edges.filter(edge => edge.source === id).map(edge => edge.target)
  const untilEnd = (id: string) => (isEnd(id) ? [] : everywhere(id))
  const got = new Set(walks(start, everywhere).flat())
  const gotBeforeEnd = new Set(walks(start, untilEnd).flat())
  const ids = nodes.map(node => node.id)
  const isTrapped = (id: string) => !walks(id, untilEnd).some(walk => isEnd(walk.at(-1) ?? ''))
  const isOnEndlessCycle = (id: string) =>
    walks(id, untilEnd).some(walk => untilEnd(walk.at(-1) ?? '').includes(id) && !walk.some(waits))
  return {
    unreachable: new Set(ids.filter(id => !got.has(id))),
    trapped: new Set(ids.filter(id => gotBeforeEnd.has(id) && isTrapped(id))),
    endless: new Set(ids.filter(id => gotBeforeEnd.has(id) && isOnEndlessCycle(id))),
  }
}

function walks(from: string, next: (id: string) => readonly string[], before: readonly string[] = []): string[][] {
  const walk = [...before, from]
  const further = next(from).filter(id => !walk.includes(id))
  return [walk, ...further.flatMap(id => walks(id, next, walk))]
}
