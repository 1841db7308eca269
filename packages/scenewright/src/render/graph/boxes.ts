import type { Box, Line } from '@scenewright/graph'
import { visible } from '@scenewright/model/text'
import { shorten, wrap } from '../../shell/terminal.ts'
import type { CoverageMark, PictureLink, PictureNode } from './picture.ts'

/** A node with its size, in pixels. */
export interface NodeBox extends Box {
  readonly lines: NodeLines
}

/** The height of a line of text. */
export const lineHeight = 17

/**
 * The width of a regular letter at 13 pixels, and of a bold one in a name. An upper estimate without measuring the
 * font.
 */
const letter = 7.4
const boldLetter = 8.3
const pad = { x: 14, y: 10 }

/** The size of a node. */
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

/** A label as drawn. */
export function labelText(label: string): string {
  return shorten(visible(label.replace(/\s+/g, ' ')).toWellFormed(), maxLabelLength)
}

/** Wide characters, such as Chinese ones, count twice. */
function widthOf(text: string, narrow: number): number {
  return [...text].reduce((sum, each) => sum + (each < '\u1100' || each === '\u2026' ? narrow : 2 * narrow), 0)
}

/** A node's text on a few short lines, its name first. */
export interface NodeLines {
  readonly name: readonly string[]
  readonly text: readonly string[]
}

const maxLines = { name: 2, text: 3 }

/** The letters of double width, such as Chinese ones. */
const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\p{Extended_Pictographic}]/u

/** The lines of a node, each of at most `width` characters, half as many if they are wide; longer text is truncated. */
export function nodeLines({ name, text }: Pick<PictureNode, 'name' | 'text'>, width = 30): NodeLines {
  return { name: lines(name, width, maxLines.name), text: text === '' ? [] : lines(text, width, maxLines.text) }
}

function lines(text: string, width: number, count: number): readonly string[] {
  const line = visible(text.replace(/\s+/g, ' ').trim()).toWellFormed()
  const columns = wide.test(line) ? Math.floor(width / 2) : width
  const all = wrap(line, columns)
  if (all.length <= count) return all
  // The text after the last line is appended to that line, and truncated.
  return [...all.slice(0, count - 1), shorten(all.slice(count - 1).join(' '), columns)]
}

/** The names of the coverage marks. */
export const coverageWords: { readonly [mark in CoverageMark]: string } = {
  covered: 'covered by a test',
  uncovered: 'not covered',
  beyond: 'cannot be simulated or reached',
}

/** The longest label of a link, in characters. */
const maxLabelLength = 32
