import type { Point } from '@scenewright/graph'

/** The path of a line in SVG: straight to the first bend and from the last, rounded where it bends. */
export function linePath(points: readonly Point[]): string {
  const [first, ...others] = points
  const last = others.at(-1)
  if (first === undefined || last === undefined) return ''
  const bends = others.slice(0, -1).map((point, index) => {
    const next = others[index + 1] ?? last
    const isLast = index === others.length - 2
    const to = isLast ? last : { x: (point.x + next.x) / 2, y: (point.y + next.y) / 2 }
    return `Q${at(point)} ${at(to)}`
  })
  return `M${at(first)}${bends.length === 0 ? `L${at(last)}` : bends.join('')}`
}

function at({ x, y }: Point): string {
  return `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`
}
