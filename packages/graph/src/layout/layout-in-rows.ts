import { addTo } from '@scenewright/model/collections'
import { type Box, type FlowLayout, gaps, type Line, loopBeside, type PlacedLine, type Point } from './flow-layout.ts'

/** The maximum number of boxes in a row, so that a thousand siblings do not make a picture that is only wide. */
const widestRow = 40

/**
 * Rows by the distance from the start of a flow: the first box, and every box without incoming lines. Straight lines,
 * which may cross boxes. Linear in boxes and lines.
 */
export function layoutInRows(boxes: readonly Box[], lines: readonly Line[]): FlowLayout {
  const known = new Map<string, Box>()
  for (const box of boxes) if (!known.has(box.id)) known.set(box.id, box)
  const rows = rowsOf(known, lines)
  const widths = rows.map(row => row.reduce((sum, { width }) => sum + width + gaps.box, -gaps.box))
  const width = Math.max(0, ...widths) + 2 * gaps.rim
  const places = new Map<string, Point>()
  let top: number = gaps.rim
  rows.forEach((row, index) => {
    const height = Math.max(...row.map(box => box.height))
    let left = (width - (widths[index] ?? 0)) / 2
    for (const box of row) {
      places.set(box.id, { x: Math.round(left + box.width / 2), y: Math.round(top + height / 2) })
      left += box.width + gaps.box
    }
    top += height + gaps.row
  })
  return {
    width: Math.ceil(width),
    height: Math.ceil(rows.length === 0 ? 2 * gaps.rim : top - gaps.row + gaps.rim),
    boxes: places,
    lines: lines.map(line => straight(line, known, places)),
  }
}

function rowsOf(boxes: ReadonlyMap<string, Box>, lines: readonly Line[]): readonly (readonly Box[])[] {
  const ahead = new Map<string, string[]>()
  const targets = new Set<string>()
  for (const { source, target } of lines) {
    if (!boxes.has(source) || !boxes.has(target)) continue
    addTo(ahead, source, target)
    if (source !== target) targets.add(target)
  }
  const depths = new Map<string, number>()
  const begin = (id: string) => {
    if (depths.has(id)) return
    const queue = new Set([id])
    depths.set(id, 0)
    for (const at of queue) {
      for (const next of ahead.get(at) ?? []) {
        if (depths.has(next)) continue
        depths.set(next, (depths.get(at) ?? 0) + 1)
        queue.add(next)
      }
    }
  }
  const [first] = boxes.keys()
  if (first !== undefined) begin(first)
  for (const id of boxes.keys()) if (!targets.has(id)) begin(id)
  // The remaining boxes are on cycles without incoming lines.
  for (const id of boxes.keys()) begin(id)
  const rows: Box[][] = []
  for (const [id, depth] of depths) {
    const box = boxes.get(id)
    if (box === undefined) continue
    rows[depth] ??= []
    rows[depth].push(box)
  }
  return rows.flatMap(broken)
}

function broken(row: readonly Box[]): readonly (readonly Box[])[] {
  const count = Math.ceil(row.length / widestRow)
  return Array.from({ length: count }, (_none, index) => row.slice(index * widestRow, (index + 1) * widestRow))
}

/** From border to border: downwards from a box to a lower one, else from side to side. */
function straight(
  line: Line,
  boxes: ReadonlyMap<string, Box>,
  places: ReadonlyMap<string, Point>,
): PlacedLine | undefined {
  const { source, target, label } = line
  const [from, to] = [boxes.get(source), boxes.get(target)]
  const [start, end] = [places.get(source), places.get(target)]
  if (from === undefined || to === undefined || start === undefined || end === undefined) return undefined
  if (source === target) return loopBeside(from, start, line)
  const way = Math.sign(end.y - start.y)
  const points =
    way === 0
      ? aside(start, end, from.height / 2)
      : [
          { x: start.x, y: start.y + (way * from.height) / 2 },
          { x: end.x, y: end.y - (way * to.height) / 2 },
        ]
  const [a, b] = [points[0] ?? start, points.at(-1) ?? end]
  return { points, ...(label && { label: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 } }) }
}

/** Within a row: an arc below it. */
function aside(start: Point, end: Point, half: number): readonly Point[] {
  const bottom = start.y + half
  return [
    { x: start.x, y: bottom },
    { x: (start.x + end.x) / 2, y: bottom + gaps.row / 2 },
    { x: end.x, y: bottom },
  ]
}
