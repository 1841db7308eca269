import type { FlowNode } from '@scenewright/model'
import type { Pairing, Placed } from './pair-by-key.ts'

/** Names for nodes by which the edges of both sides can be compared: the same for a node and its counterpart. */
export interface EdgeTokens {
  base(id: string): string
  head(id: string): string
}

/** A node without a counterpart has a name that the other side does not have; an id without a node keeps its own. */
export function edgeTokens({ pairs, onlyBase, onlyHead }: Pairing<Placed<FlowNode>>): EdgeTokens {
  const base = new Map<string, string>()
  const head = new Map<string, string>()
  // Of nodes with one id, the first is used, as in a graph.
  const set = (names: Map<string, string>, id: string, name: string) => names.has(id) || names.set(id, name)
  for (const pair of pairs) {
    set(base, pair.base.value.id, `=${pair.head.value.id}`)
    set(head, pair.head.value.id, `=${pair.head.value.id}`)
  }
  for (const { value } of onlyBase) set(base, value.id, `-${value.id}`)
  for (const { value } of onlyHead) set(head, value.id, `+${value.id}`)
  return { base: id => base.get(id) ?? `?${id}`, head: id => head.get(id) ?? `?${id}` }
}
