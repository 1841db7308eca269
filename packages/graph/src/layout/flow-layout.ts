/** A box to place. Lengths are in pixels or any other unit. */
export interface Box {
  readonly id: string
  readonly width: number
  readonly height: number
}

/** A line to draw from one box to another, with space for its label. */
export interface Line {
  readonly source: string
  readonly target: string
  readonly label?: { readonly width: number; readonly height: number }
}

export interface Point {
  readonly x: number
  readonly y: number
}

/** The positions of boxes and lines: everything is within `width` and `height`, from 0 on. */
export interface FlowLayout {
  readonly width: number
  readonly height: number
  /** The center of each box, by its id. */
  readonly boxes: ReadonlyMap<string, Point>
  /**
   * The points of each line between the borders of its boxes, in the given order; undefined for one without a target.
   */
  readonly lines: readonly (PlacedLine | undefined)[]
}

export interface PlacedLine {
  readonly points: readonly Point[]
  /** The center of its label. */
  readonly label?: Point
}

/** The distances between boxes, rows of boxes, and the margin. */
export const gaps = { box: 28, row: 44, rim: 24 } as const

/** The line from a box back to itself: a loop at its right side, within the gap there. */
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
