import type { Change } from '@scenewright/differ'
import type { FlowLayout, Line } from '@scenewright/graph'
import type { Definition } from '@scenewright/model'
import { labelText, linkLine, type NodeBox, nodeBox } from '../../../../render/graph/boxes.ts'
import type { PictureNode } from '../../../../render/graph/picture.ts'
import { linePath } from '../../../../render/graph/svg-style.ts'
import { type FlowSides, type JoinedFlow, type JoinedLink, type JoinedNode, joinFlows } from '../../joined-flow.ts'
import { findTouches, markParts, type TouchMark } from '../../touches.ts'

/** The mark of a part. */
type PartMark = TouchMark | 'same'

/** The appearance of a node on one side. */
interface DrawnNode {
  readonly look: string
  readonly name: readonly string[]
  readonly text: readonly string[]
}

/** Two versions of a flow in one drawing, in which common parts have the same position. Plain data for the page. */
interface Drawing {
  readonly width: number
  readonly height: number
  /** By their centers. A side without one is absent. */
  readonly nodes: readonly {
    readonly x: number
    readonly y: number
    readonly width: number
    readonly height: number
    readonly mark: PartMark
    readonly base?: DrawnNode
    readonly head?: DrawnNode
  }[]
  readonly links: readonly {
    readonly path: string
    readonly mark: PartMark
    readonly label?: { readonly x: number; readonly y: number }
    /** The label on each side. */
    readonly base?: string
    readonly head?: string
  }[]
}

/** Computes the layout, as `loadLayout` describes. */
export type Layout = (boxes: readonly NodeBox[], lines: readonly Line[]) => FlowLayout

/** Two versions of a flow, and their differences. One may be missing. */
interface FlowPair extends Partial<FlowSides> {
  readonly changes: readonly Change[]
}

/** A drawing, and the numbers of its parts by their ids. */
export interface DrawnPair extends Pick<JoinedFlow, 'nodeOf' | 'linkOf'> {
  readonly drawing: Drawing
}

const nothing: Definition = { start_node_id: '', nodes: [], edges: [] }

/** Draws both sides as one; a missing side contributes no parts. */
export function drawPair({ base = nothing, head = nothing, changes }: FlowPair, layout: Layout): DrawnPair {
  const { nodes, links, nodeOf, linkOf } = joinFlows({ base, head })
  const marks = markParts(findTouches({ nodes, links, nodeOf, linkOf }, changes))
  const boxes = nodes.map(joinedBox)
  const laid = layout(boxes, links.map(lineOf))
  return {
    drawing: {
      width: laid.width,
      height: laid.height,
      nodes: nodes.map((node, index) => drawnNode(node, marks.nodes.get(index), boxes[index], laid)),
      links: links.map((link, index) => drawnLink(link, marks.links.get(index), laid.lines[index])),
    },
    nodeOf,
    linkOf,
  }
}

/** Space for the label of either side. */
function joinedBox({ base, head }: JoinedNode, index: number): NodeBox {
  const boxes = [base, head].flatMap(node => (node === undefined ? [] : [nodeBox(node)]))
  return {
    id: String(index),
    lines: boxes[0]?.lines ?? { name: [], text: [] },
    width: Math.max(...boxes.map(({ width }) => width)),
    height: Math.max(...boxes.map(({ height }) => height)),
  }
}

function lineOf({ source, target, base, head }: JoinedLink): Line {
  const [before, now] = [labelText(base?.label ?? ''), labelText(head?.label ?? '')]
  return linkLine({ source: String(source), target: String(target), label: before.length > now.length ? before : now })
}

function drawnNode({ base, head }: JoinedNode, mark: PartMark = 'same', box: NodeBox | undefined, laid: FlowLayout) {
  const { x = 0, y = 0 } = laid.boxes.get(box?.id ?? '') ?? {}
  const { width = 0, height = 0 } = box ?? {}
  return { x, y, width, height, mark, ...(base && { base: shown(base) }), ...(head && { head: shown(head) }) }
}

function shown(node: PictureNode): DrawnNode {
  return { look: node.isStart ? `${node.look} start` : node.look, ...nodeBox(node).lines }
}

function drawnLink({ base, head }: JoinedLink, mark: PartMark = 'same', line: FlowLayout['lines'][number]) {
  return {
    path: linePath(line?.points ?? []),
    mark,
    ...(line?.label && { label: line.label }),
    ...(base && { base: labelText(base.label) }),
    ...(head && { head: labelText(head.label) }),
  }
}
