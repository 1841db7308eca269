import { type Box, gaps, type Line, type PlacedLine, type Point } from './flow-layout.ts'

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
