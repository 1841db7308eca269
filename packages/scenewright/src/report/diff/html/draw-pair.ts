import { type Change, matchFlows } from '@scenewright/differ'
import type { FlowLayout, Line } from '@scenewright/graph'
import type { Definition } from '@scenewright/model'
import type { PictureNode } from '../../../graph/picture.ts'
import { pictureFlow } from '../../../graph/picture-flow.ts'
import { linkLine, type NodeBox, nodeBox } from '../../graph/boxes.ts'
import { linePath } from '../../graph/line-path.ts'
import type { Drawing, DrawnNode, SideName } from './drawing.ts'
import { type UnitedLink, uniteLinks } from './unite-links.ts'
import { type UnitedNode, uniteNodes } from './unite-nodes.ts'

/** Lays boxes and lines out, as what `loadLayout` promises does. */
export type Layout = (boxes: readonly NodeBox[], lines: readonly Line[]) => FlowLayout

/** Two versions of a flow, and in what they differ. One that is not there is undefined. */
interface FlowPair {
  readonly base: Definition | undefined
  readonly head: Definition | undefined
  readonly changes: readonly Change[]
}

/** A drawing, and the numbers of its parts by their ids. */
export interface DrawnPair {
  readonly drawing: Drawing
  readonly nodeOf: (side: SideName, id: string) => number | undefined
  readonly linkOf: (side: SideName, id: string) => number | undefined
}

const nothing: Definition = { start_node_id: '', nodes: [], edges: [] }

/** Draws both sides as one; a side that is not there has no part. */
export function drawPair({ base = nothing, head = nothing, changes }: FlowPair, layout: Layout): DrawnPair {
  const pair = {
    match: matchFlows(base, head),
    base: pictureFlow({ key: '', title: '', flow: base }),
    head: pictureFlow({ key: '', title: '', flow: head }),
    isWhole: base !== nothing && head !== nothing,
  }
  const nodes = uniteNodes(pair, changes)
  const places = { base: numbersOf(nodes, 'base'), head: numbersOf(nodes, 'head') }
  const links = uniteLinks(pair, places)
  const ways = { base: numbersOf(links, 'base'), head: numbersOf(links, 'head') }
  const boxes = nodes.map(unitedBox)
  const laid = layout(boxes, links.map(lineOf))
  return {
    drawing: {
      width: laid.width,
      height: laid.height,
      nodes: nodes.map((node, index) => drawnNode(node, boxes[index], laid)),
      links: links.map((link, index) => drawnLink(link, laid.lines[index])),
    },
    nodeOf: (side, id) => places[side].get(id),
    linkOf: (side, id) => ways[side].get(id),
  }
}

type OfSides = { readonly [side in SideName]?: { readonly id: string } }

function numbersOf(parts: readonly OfSides[], side: SideName): ReadonlyMap<string, number> {
  return new Map(
    parts.flatMap((part, index) => {
      const own = part[side]
      return own === undefined ? [] : [[own.id, index] as const]
    }),
  )
}

/** Room for what either side says. */
function unitedBox({ base, head }: UnitedNode, index: number): NodeBox {
  const boxes = [base, head].flatMap(node => (node === undefined ? [] : [nodeBox(node)]))
  return {
    id: String(index),
    lines: boxes[0]?.lines ?? { name: [], text: [] },
    width: Math.max(...boxes.map(({ width }) => width)),
    height: Math.max(...boxes.map(({ height }) => height)),
  }
}

function lineOf({ base, head }: UnitedLink): Line {
  const { source = -1, target = -1 } = head ?? base ?? {}
  const [before = '', now = ''] = [base?.label, head?.label]
  const label = before.length > now.length ? before : now
  return linkLine({ source: String(source), target: String(target), label })
}

function drawnNode({ mark, base, head }: UnitedNode, box: NodeBox | undefined, laid: FlowLayout) {
  const { x = 0, y = 0 } = laid.boxes.get(box?.id ?? '') ?? {}
  const { width = 0, height = 0 } = box ?? {}
  return { x, y, width, height, mark, ...(base && { base: shown(base) }), ...(head && { head: shown(head) }) }
}

function shown(node: PictureNode): DrawnNode {
  return { look: node.isStart ? `${node.look} start` : node.look, ...nodeBox(node).lines }
}

function drawnLink({ mark, base, head }: UnitedLink, line: FlowLayout['lines'][number]) {
  return {
    path: linePath(line?.points ?? []),
    mark,
    ...(line?.label && { label: line.label }),
    ...(base && { base: base.label }),
    ...(head && { head: head.label }),
  }
}
