import { type FlowMatch, matchFlows } from '@scenewright/differ'
import type { Definition } from '@scenewright/model'
import type { Picture, PictureNode } from '../../render/graph/picture.ts'
import { pictureFlow } from '../../render/graph/picture-flow.ts'

type SideName = 'base' | 'head'

/** The flow of a scenario on both sides. */
export type FlowSides = { readonly [side in SideName]: Definition }

/** A node on each side that has it. */
export type JoinedNode = { readonly [side in SideName]?: PictureNode }

/** An edge from one joined node to another, by their numbers, with its versions on each side that has it. */
export interface JoinedLink {
  readonly source: number
  readonly target: number
  readonly base?: SideLink
  readonly head?: SideLink
}

interface SideLink {
  /** The edge's id. */
  readonly id: string
  readonly label: string
}

/** Two versions of a flow as one. A part is identified by its index in its list. */
export interface JoinedFlow {
  /** Those of the head, followed by those that only the base has. */
  readonly nodes: readonly JoinedNode[]
  /** Those of both sides, then those of one. A redirected edge is listed twice. */
  readonly links: readonly JoinedLink[]
  /** The number of the node with this id on a side; undefined if there is none. */
  nodeOf(side: SideName, id: string): number | undefined
  linkOf(side: SideName, edge: string): number | undefined
}

/** Joins the flows of two versions of a scenario, even if they are invalid. */
export function joinFlows(sides: FlowSides): JoinedFlow {
  const match = matchFlows(sides.base, sides.head)
  const nodes = joinNodes(match)
  const places = { base: numberParts(nodes, 'base'), head: numberParts(nodes, 'head') }
  const links = joinLinks(match, places)
  const ways = { base: numberParts(links, 'base'), head: numberParts(links, 'head') }
  return {
    nodes,
    links,
    nodeOf: (side, id) => places[side].get(id),
    linkOf: (side, edge) => ways[side].get(edge),
  }
}

function joinNodes(match: FlowMatch): readonly JoinedNode[] {
  const [before, after] = [picture(match.base.flow), picture(match.head.flow)]
  const old = new Map(before.nodes.map(node => [node.id, node]))
  const joined = after.nodes.map((head): JoinedNode => {
    const base = old.get(baseIdOf(head, match) ?? '')
    if (base === undefined) return { head }
    old.delete(base.id)
    return { base, head }
  })
  return [...joined, ...Array.from(old.values(), base => ({ base }))]
}

/**
 * A node that the head only refers to is the one that the base contains or refers to, unless that is another node now.
 */
function baseIdOf({ id, look }: PictureNode, match: FlowMatch): string | undefined {
  return look === 'missing' && match.headIdOf(id) === undefined ? id : match.baseIdOf(id)
}

type Numbers = ReadonlyMap<string, number>

/** Of parts with one id, the first is used. */
function numberParts(parts: readonly { readonly [side in SideName]?: { readonly id: string } }[], side: SideName) {
  const numbers = new Map<string, number>()
  for (const [number, part] of parts.entries()) {
    const id = part[side]?.id
    if (id !== undefined && !numbers.has(id)) numbers.set(id, number)
  }
  return numbers
}

function joinLinks(match: FlowMatch, places: { readonly [side in SideName]: Numbers }): readonly JoinedLink[] {
  const { pairs, onlyBase, onlyHead } = match.edges
  const all = { base: joinedLinks('base', match, places.base), head: joinedLinks('head', match, places.head) }
  const alone = (side: SideName, parts: readonly { readonly index: number }[]) =>
    parts.flatMap(({ index }) => all[side][index] ?? [])
  return [
    ...pairs.flatMap(({ base, head }): readonly JoinedLink[] => {
      const both = [...alone('base', [base]), ...alone('head', [head])]
      const [before, now] = both
      const isOneWay = before?.source === now?.source && before?.target === now?.target
      return isOneWay && before && now ? [{ ...before, ...now }] : both
    }),
    ...alone('base', onlyBase),
    ...alone('head', onlyHead),
  ]
}

/** In the order of the edges, as in a picture; every end of an edge has a node. */
function joinedLinks(side: SideName, match: FlowMatch, places: Numbers): readonly JoinedLink[] {
  const { flow } = match[side]
  return picture(flow).links.map(({ source, target, label }, index) => ({
    source: places.get(source) ?? -1,
    target: places.get(target) ?? -1,
    [side]: { id: flow.edges[index]?.id ?? '', label },
  }))
}

function picture(flow: Definition): Picture {
  return pictureFlow({ key: '', title: '', flow })
}
