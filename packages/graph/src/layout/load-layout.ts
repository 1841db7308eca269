import type * as Dagre from '@dagrejs/dagre'
import { addTo } from '@scenewright/model/collections'
import { type Box, type FlowLayout, gaps, type Line, loopBeside, type PlacedLine, type Point } from './flow-layout.ts'
import { layoutInRows } from './layout-in-rows.ts'

/** With more boxes and lines, the library takes seconds, then minutes, and may exhaust the engine's stack. */
const maxElements = 500

/** The same for the rows that all lines together lead through: the library places a point in each. */
const maxRows = 4000

/**
 * Loads the layout of flows, top down: few boxes with few crossings, many of them in plain rows, both fast.
 * Deterministic. Of boxes with one id, the first is used; lines with unknown ends are left out.
 */
export async function loadLayout(): Promise<(boxes: readonly Box[], lines: readonly Line[]) => FlowLayout> {
  const dagre = await import('@dagrejs/dagre')
  return (boxes, lines) => (isLarge(boxes, lines) ? layoutInRows(boxes, lines) : layoutWithDagre(dagre, boxes, lines))
}

function isLarge(boxes: readonly Box[], lines: readonly Line[]): boolean {
  return boxes.length + lines.length > maxElements || countRows(boxes, lines) > maxRows
}

/** The rows that lines lead through if each box is in the first row below all boxes that lead to it, without cycles. */
function countRows(boxes: readonly Box[], lines: readonly Line[]): number {
  const incoming = new Map(boxes.map(({ id }) => [id, 0]))
  const ahead = new Map<string, string[]>()
  for (const { source, target } of lines) {
    if (source === target) continue
    incoming.set(target, (incoming.get(target) ?? 0) + 1)
    addTo(ahead, source, target)
  }
  const rows = new Map<string, number>()
  const placed = new Set<string>()
  for (const { id } of [...boxes.filter(box => incoming.get(box.id) === 0), ...boxes]) {
    const queue = new Set(placed.has(id) ? [] : [id])
    for (const at of queue) {
      placed.add(at)
      for (const next of ahead.get(at) ?? []) {
        if (placed.has(next)) continue
        rows.set(next, Math.max(rows.get(next) ?? 0, (rows.get(at) ?? 0) + 1))
        incoming.set(next, (incoming.get(next) ?? 0) - 1)
        if (incoming.get(next) === 0) queue.add(next)
      }
    }
  }
  return lines.reduce((sum, { source, target }) => sum + Math.abs((rows.get(target) ?? 0) - (rows.get(source) ?? 0)), 0)
}

/** Layers with few crossings, by the library. For a few hundred boxes at most. */
function layoutWithDagre({ Graph, layout }: typeof Dagre, boxes: readonly Box[], lines: readonly Line[]): FlowLayout {
  const graph = new Graph({ multigraph: true })
  graph.setGraph({ nodesep: gaps.box, ranksep: gaps.row, marginx: gaps.rim, marginy: gaps.rim })
  // The library stores its nodes as keys of plain objects, where `__proto__` is special.
  const names = new Map<string, string>()
  const known = new Map<string, Box>()
  for (const box of boxes) {
    if (known.has(box.id)) continue
    const name = String(names.size)
    names.set(box.id, name)
    known.set(box.id, box)
    graph.setNode(name, { width: box.width, height: box.height })
  }
  lines.forEach(({ source, target, label }, index) => {
    const [from, to] = [names.get(source), names.get(target)]
    if (from === undefined || to === undefined || from === to) return
    graph.setEdge(from, to, { width: 0, height: 0, ...label, labelpos: 'c' }, String(index))
  })
  layout(graph)
  const placed = new Map<number, PlacedLine>()
  for (const edge of graph.edges()) {
    const { points = [], x, y } = graph.edge(edge)
    const label = x === undefined || y === undefined ? {} : { label: rounded({ x, y }) }
    placed.set(Number(edge.name), { points: points.map(rounded), ...label })
  }
  const { width = 0, height = 0 } = graph.graph()
  const places = new Map<string, Point>(Array.from(names, ([id, name]) => [id, rounded(graph.node(name))]))
  return {
    width: Math.max(0, Math.ceil(width)),
    height: Math.max(0, Math.ceil(height)),
    boxes: places,
    lines: lines.map((line, index) => {
      const [box, center] = [known.get(line.source), places.get(line.source)]
      if (line.source !== line.target || box === undefined || center === undefined) return placed.get(index)
      return loopBeside(box, center, line)
    }),
  }
}

/** Tenths: more digits are useless, and may differ between machines. */
function rounded({ x = 0, y = 0 }: { readonly x?: number; readonly y?: number }): { x: number; y: number } {
  return { x: Math.round(x * 10) / 10, y: Math.round(y * 10) / 10 }
}
