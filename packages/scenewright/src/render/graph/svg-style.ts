import type { Point } from '@scenewright/graph'

/** The style of the parts of a flow, in a picture and on a page; it inherits its colors. */
export const flowStyle = `
svg text { font-size: 13px; fill: var(--ink); text-anchor: middle; unicode-bidi: plaintext; }
svg .name { font-weight: 600; }
svg .text { fill: var(--soft); }
svg .origin { fill: var(--soft); text-anchor: end; font-size: 11.5px; }
svg .label { font-size: 12px; stroke: var(--page); stroke-width: 5px; paint-order: stroke; }
.node rect { fill: var(--card); stroke: var(--line); stroke-width: 1.2; }
.node.end rect { fill: var(--page); stroke-width: 2; }
.node.other rect { stroke-dasharray: 2 3; }
.node.missing rect { stroke: var(--bad); stroke-dasharray: 5 4; fill: none; }
.node.start rect { stroke-width: 3; }
.arrow { fill: var(--line); fill: context-stroke; }
`

/** The path of a line in SVG: straight to the first bend and from the last, with rounded bends. */
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
