import { matchFlows } from '@scenewright/differ'
import type { Definition } from '@scenewright/model'
import type { PictureLink, PictureNode } from '../graph/picture.ts'
import { pictureFlow } from '../graph/picture-flow.ts'

/** The flow of a scenario at both sides. */
export interface FlowSides {
  readonly base: Definition
  readonly head: Definition
}

/** A way of one side, its ends named as in the joined flow. */
export interface JoinedLink extends PictureLink {
  /** The edge's id. */
  readonly edge: string
}

/** Two versions of a flow as one. What is still there is called as at the head. */
export interface JoinedFlow {
  /** Those of the head, and behind them those that only the base has; by names that mean nothing else. */
  readonly nodes: ReadonlyMap<string, PictureNode>
  readonly links: { readonly base: readonly JoinedLink[]; readonly head: readonly JoinedLink[] }
  /** The name of a node of the base. */
  nameOfBase(id: string): string
}

/** Joins the flows of two versions of a scenario, whatever is wrong with either. */
export function joinFlows({ base, head }: FlowSides): JoinedFlow {
  const match = matchFlows(base, head)
  const [before, after] = [drawn(base), drawn(head)]
  const names = new Set(after.nodes.map(({ id }) => id))
  // An id that the head gives to another node would stand for two.
  const free = (id: string): string => (names.has(id) ? free(`${id}-`) : id)
  const nameOfBase = (id: string) => match.headIdOf(id) ?? free(id)
  const gone = before.nodes.flatMap(node => {
    const name = nameOfBase(node.id)
    return names.has(name) ? [] : [{ ...node, id: name }]
  })
  return {
    nodes: new Map([...after.nodes, ...gone].map(node => [node.id, node])),
    links: {
      base: before.links.map(link => ({ ...link, source: nameOfBase(link.source), target: nameOfBase(link.target) })),
      head: after.links,
    },
    nameOfBase,
  }
}

function drawn(flow: Definition) {
  const { nodes, links } = pictureFlow({ key: '', title: '', flow })
  // A picture has its links in the order of the edges.
  return { nodes, links: links.map((link, index): JoinedLink => ({ ...link, edge: flow.edges[index]?.id ?? '' })) }
}
