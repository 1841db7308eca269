/** A box that is to be placed. Lengths are in pixels here, or in any other unit. */
export interface Box {
  readonly id: string
  readonly width: number
  readonly height: number
}

/** A line that is to be drawn from one box to another, with room for a label where it has one. */
export interface Line {
  readonly source: string
  readonly target: string
  readonly label?: { readonly width: number; readonly height: number }
}

export interface Point {
  readonly x: number
  readonly y: number
}

/** Where boxes and lines go: all of it within `width` and `height`, from 0 on. */
export interface FlowLayout {
  readonly width: number
  readonly height: number
  /** The centre of each box, by its id. */
  readonly boxes: ReadonlyMap<string, Point>
  /** The way of each line from edge to edge of its boxes, in the order given; undefined for one that leads nowhere. */
  readonly lines: readonly (PlacedLine | undefined)[]
}

export interface PlacedLine {
  readonly points: readonly Point[]
  /** The centre of its label. */
  readonly label?: Point
}

/** How far boxes, rows of boxes, and the rim are apart. */
export const gaps = { box: 28, row: 44, rim: 24 } as const

/** The line from a box back to itself: a bow at its right side, which stays within the gap there. */
export function loopBeside({ width }: Box, { x, y }: Point, { label }: Line): PlacedLine {
  const [right, out] = [x + width / 2, x + width / 2 + gaps.rim - 4]
  const points = [
    { x: right, y: y - 9 },
    { x: out, y: y - 9 },
    { x: out, y: y + 9 },
    { x: right, y: y + 9 },
  ]
  return { points, ...(label && { label: { x: right, y: y + 22 } }) }
}
