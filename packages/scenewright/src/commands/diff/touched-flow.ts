import type { Change } from '@scenewright/differ'
import type { PictureNode } from '../../render/graph/picture.ts'
import { type FlowSides, type JoinedFlow, type JoinedLink, joinFlows } from './joined-flow.ts'
import { findTouches, markParts, type TouchMark } from './touches.ts'

/** The part of a flow that changes affect: existing parts as they are at the head. */
export interface TouchedFlow {
  readonly nodes: readonly TouchedNode[]
  readonly links: readonly TouchedLink[]
  /** The number of omitted nodes. */
  readonly left: number
}

interface TouchedNode extends Pick<PictureNode, 'name' | 'text' | 'look'> {
  /** A local id without meaning elsewhere. */
  readonly number: number
  readonly touch?: TouchMark
}

/** An edge between two of the nodes, by their numbers. */
interface TouchedLink {
  readonly source: number
  readonly target: number
  readonly label: string
  readonly touch?: TouchMark
}

/**
 * Finds the parts that changes affect, and the direct neighbors of the changed nodes: `max` nodes, those of the most
 * severe changes first, as the changes are sorted. Undefined if no node and no edge is affected.
 */
export function touchedFlow(sides: FlowSides, changes: readonly Change[], max: number): TouchedFlow | undefined {
  const flow = joinFlows(sides)
  const touches = findTouches(flow, changes)
  if (touches.length === 0) return undefined
  const marks = markParts(touches)
  // Removed parts are included only if a change mentions them, and changed parts come before unchanged ones.
  const there = flow.links.flatMap(({ head }, number) => (head === undefined ? [] : [number]))
  const ways = [...new Set([...marks.links.keys(), ...there])].map(number => ({ number, ends: endsOf(flow, number) }))
  const near = ways.filter(({ ends }) => ends.some(number => marks.nodes.has(number)))
  const wanted = new Set([
    ...touches.flatMap(({ of, number }) => (of === 'nodes' ? [number] : endsOf(flow, number))),
    ...near.flatMap(({ ends }) => ends),
  ])
  const shown = new Set([...wanted].slice(0, max))
  return {
    nodes: flow.nodes.flatMap(({ base, head }, number) => {
      const node = head ?? base
      return node === undefined || !shown.has(number) ? [] : [{ ...node, number, ...touched(marks.nodes.get(number)) }]
    }),
    links: ways
      .filter(({ ends }) => ends.every(number => shown.has(number)))
      .slice(0, maxLinks * max)
      .flatMap(({ number }) => arrows(flow.links[number], marks.links.get(number))),
    left: wanted.size - shown.size,
  }
}

/** With more edges per node, a picture is unreadable. */
const maxLinks = 3

function endsOf({ links }: JoinedFlow, number: number): readonly number[] {
  const { source, target } = links[number] ?? {}
  return [source, target].filter(end => end !== undefined)
}

function arrows(link: JoinedLink | undefined, touch: TouchMark | undefined): readonly TouchedLink[] {
  if (link === undefined) return []
  const { source, target, base, head } = link
  return [{ source, target, label: (head ?? base)?.label ?? '', ...touched(touch) }]
}

function touched(touch: TouchMark | undefined): { readonly touch?: TouchMark } {
  return touch === undefined ? {} : { touch }
}
