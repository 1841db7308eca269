import type { Box, Line } from '@scenewright/graph'
import type { PictureLink, PictureNode } from '../../graph/picture.ts'
import { visible } from '../../terminal/paint.ts'
import { shorten } from '../../terminal/wrap.ts'
import { type NodeLines, nodeLines } from './node-lines.ts'
import { longestLabel } from './wording.ts'

/** A node with the room that it takes, in pixels. */
export interface NodeBox extends Box {
  readonly lines: NodeLines
}

/** The height of a line of text, and the width of an ordinary letter at 13 pixels. No font is measured, so it is ample. */
export const lineHeight = 17
const letter = 7.4
const pad = { x: 14, y: 10 }

/** How large a node is. */
export function nodeBox(node: PictureNode): NodeBox {
  const lines = nodeLines(node)
  const all = [...lines.name, ...lines.text]
  const width = Math.max(72, ...all.map(widthOf)) + 2 * pad.x
  return { id: node.id, lines, width: Math.ceil(width), height: all.length * lineHeight + 2 * pad.y }
}

/** The line of a link, with room for its label. */
export function linkLine({ source, target, label }: Pick<PictureLink, 'source' | 'target' | 'label'>): Line {
  if (label === '') return { source, target }
  return { source, target, label: { width: widthOf(labelText(label)) + 8, height: lineHeight + 2 } }
}

/** A label as it is drawn. */
export function labelText(label: string): string {
  return shorten(visible(label.replace(/\s+/g, ' ')).toWellFormed(), longestLabel)
}

function widthOf(text: string): number {
  return [...text].reduce((sum, each) => sum + (each < '\u1100' || each === '\u2026' ? letter : 2 * letter), 0)
}
