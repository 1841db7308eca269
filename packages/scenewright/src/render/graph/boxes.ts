import type { Box, Line } from '@scenewright/graph'
import { visible } from '../../shell/terminal/paint.ts'
import { shorten } from '../../shell/terminal/wrap.ts'
import { type NodeLines, nodeLines } from './node-lines.ts'
import type { PictureLink, PictureNode } from './picture.ts'
import { longestLabel } from './wording.ts'

/** A node with the room that it takes, in pixels. */
export interface NodeBox extends Box {
  readonly lines: NodeLines
}

/** The height of a line of text. */
export const lineHeight = 17

/** The width of an ordinary letter at 13 pixels, and of one of a name, which is bold. No font is measured: this is ample. */
const letter = 7.4
const boldLetter = 8.3
const pad = { x: 14, y: 10 }

/** How large a node is. */
export function nodeBox(node: PictureNode): NodeBox {
  const lines = nodeLines(node)
  const widths = [
    ...lines.name.map(line => widthOf(line, boldLetter)),
    ...lines.text.map(line => widthOf(line, letter)),
  ]
  const width = Math.max(72, ...widths) + 2 * pad.x
  return { id: node.id, lines, width: Math.ceil(width), height: widths.length * lineHeight + 2 * pad.y }
}

/** The line of a link, with room for its label. */
export function linkLine({ source, target, label }: Pick<PictureLink, 'source' | 'target' | 'label'>): Line {
  if (label === '') return { source, target }
  return { source, target, label: { width: widthOf(labelText(label), letter) + 8, height: lineHeight + 2 } }
}

/** A label as it is drawn. */
export function labelText(label: string): string {
  return shorten(visible(label.replace(/\s+/g, ' ')).toWellFormed(), longestLabel)
}

/** Letters as wide as Chinese ones count twice. */
function widthOf(text: string, narrow: number): number {
  return [...text].reduce((sum, each) => sum + (each < '\u1100' || each === '\u2026' ? narrow : 2 * narrow), 0)
}
