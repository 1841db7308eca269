import { type FlowLayout, loadLayout, type Point } from '@scenewright/graph'
import { coverageWords, labelText, lineHeight, linkLine, type NodeBox, nodeBox } from '../../../render/graph/boxes.ts'
import type { CoverageMark, GraphFormat, Picture, PictureLink, PictureNode } from '../../../render/graph/picture.ts'
import { flowStyle, linePath } from '../../../render/graph/svg-style.ts'
import { escaped } from '../../../render/xml.ts'

/** The style of a picture: light and dark, with marks that do not depend on color alone. */
const svgStyle = `
svg { --page: #fff; --card: #f7f7f5; --ink: #1d2125; --soft: #5b636b; --line: #6b737b; --good: #237a59; --bad: #b5362a; color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
  svg { --page: #14171a; --card: #1c2024; --ink: #e7e9ea; --soft: #a0a8b0; --line: #8d959d; --good: #4fbf93; --bad: #f0796c; }
}
svg { font-family: system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
.page { fill: var(--page); }${flowStyle}svg .legend { fill: var(--soft); text-anchor: start; font-size: 12px; }
.node.covered rect { stroke: var(--good); stroke-width: 2.5; stroke-dasharray: none; }
.node.uncovered rect { stroke: var(--bad); stroke-width: 2; stroke-dasharray: 7 4; }
.node.beyond rect { stroke-dasharray: 2 3; }
.link { fill: none; stroke: var(--line); stroke-width: 1.4; }
.link.covered { stroke: var(--good); stroke-width: 2.4; }
.link.uncovered { stroke: var(--bad); stroke-dasharray: 7 4; }
.link.beyond { stroke-dasharray: 2 3; }
.weight-2 { stroke-width: 2.6; } .weight-3 { stroke-width: 4; } .weight-4 { stroke-width: 6; }
`

/**
 * Loads the renderer for self-contained pictures: no script, no external resources, light or dark according to the
 * viewer's settings.
 */
export async function loadSvg(): Promise<GraphFormat> {
  const layout = await loadLayout()
  return picture => {
    const boxes = picture.nodes.map(nodeBox)
    return draw(picture, boxes, layout(boxes, picture.links.map(linkLine)))
  }
}

function draw(picture: Picture, boxes: readonly NodeBox[], layout: FlowLayout): string {
  const { title, description, nodes, links, isDirected, showsCoverage } = picture
  const width = Math.max(layout.width, showsCoverage ? legendWidth : 240)
  const height = layout.height + (showsCoverage ? 40 : 0)
  // A flow that is narrower than the text below it is centered.
  const left = Math.floor((layout.width - width) / 2)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${left} 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title desc">`,
    `<title id="title">${escaped(title)}</title>`,
    `<desc id="desc">${escaped(description)}</desc>`,
    `<style>${svgStyle}</style>`,
    ...(isDirected ? [arrowHead] : []),
    `<rect class="page" x="${left}" width="${width}" height="${height}"/>`,
    ...links.map((link, index) => linkSvg(link, layout.lines[index], isDirected)),
    ...nodes.map((node, index) => nodeSvg(node, boxes[index], layout.boxes.get(node.id))),
    ...(showsCoverage ? printLegend({ x: left, y: layout.height + 20 }) : []),
    '</svg>',
    '',
  ].join('\n')
}

const arrowHead =
  '<defs><marker id="arrow" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="9" markerHeight="9" markerUnits="userSpaceOnUse" orient="auto"><path class="arrow" d="M0 0L10 5L0 10z"/></marker></defs>'

function linkSvg(link: PictureLink, line: FlowLayout['lines'][number], isDirected: boolean): string {
  if (line === undefined) return ''
  const classes = ['link', link.mark, link.weight > 1 ? `weight-${link.weight}` : undefined].filter(Boolean).join(' ')
  const arrow = isDirected ? ' marker-end="url(#arrow)"' : ''
  const path = `<path class="${classes}" d="${linePath(line.points)}"${arrow}/>`
  if (link.label === '' || line.label === undefined) return path
  const { x, y } = line.label
  return `${path}<text class="label" x="${x}" y="${y + 4}">${escaped(labelText(link.label))}</text>`
}

function nodeSvg(node: PictureNode, box: NodeBox | undefined, center: Point | undefined): string {
  if (box === undefined || center === undefined) return ''
  const classes = ['node', node.look, node.mark, node.isStart ? 'start' : undefined].filter(Boolean).join(' ')
  const { lines, width, height } = box
  const [left, top] = [center.x - width / 2, center.y - height / 2]
  const first = top + 10 + lineHeight - 4
  const texts = [...lines.name, ...lines.text].map((line, index) => {
    const isName = index < lines.name.length
    return `<text class="${isName ? 'name' : 'text'}" x="${center.x}" y="${first + index * lineHeight}">${escaped(line)}</text>`
  })
  // Only a mark uses the outline.
  const start = node.isStart ? `<text class="origin" x="${left + width - 6}" y="${top - 6}">start</text>` : ''
  const round = node.look === 'end' ? Math.min(height / 2, 22) : node.look === 'other' ? 0 : 8
  const titleParts = [node.name, node.text, node.mark === undefined ? '' : coverageWords[node.mark]]
    .filter(Boolean)
    .join('\n')
  return `<g class="${classes}"><title>${escaped(titleParts)}</title><rect x="${left}" y="${top}" width="${width}" height="${height}" rx="${round}"/>${texts.join('')}${start}</g>`
}

const legendMarks: readonly (readonly [CoverageMark, number])[] = [
  ['covered', 14],
  ['uncovered', 168],
  ['beyond', 286],
]
const legendWidth = 520

function printLegend({ x: left, y }: Point): readonly string[] {
  return legendMarks.map(([mark, x]) => {
    const line = `<path class="link ${mark}" d="M${left + x} ${y}h20"/>`
    return `<g>${line}<text class="legend" x="${left + x + 26}" y="${y + 4}">${coverageWords[mark]}</text></g>`
  })
}
