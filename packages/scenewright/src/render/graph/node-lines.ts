import { visible } from '../../shell/terminal/paint.ts'
import { shorten, wrap } from '../../shell/terminal/wrap.ts'
import type { PictureNode } from './picture.ts'

/** A node's text on a few short lines, its name first. */
export interface NodeLines {
  readonly name: readonly string[]
  readonly text: readonly string[]
}

const most = { name: 2, text: 3 }

/** What letters of double width, as Chinese ones, count for. */
const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\p{Extended_Pictographic}]/u

/** The lines of a node, each of at most `width` characters, half as many where letters are wide; cut where there is more. */
export function nodeLines({ name, text }: Pick<PictureNode, 'name' | 'text'>, width = 30): NodeLines {
  return { name: lines(name, width, most.name), text: text === '' ? [] : lines(text, width, most.text) }
}

function lines(text: string, width: number, count: number): readonly string[] {
  const line = visible(text.replace(/\s+/g, ' ').trim()).toWellFormed()
  const columns = wide.test(line) ? Math.floor(width / 2) : width
  const all = wrap(line, columns)
  if (all.length <= count) return all
  // What follows the last line belongs to it, and is what is cut.
  return [...all.slice(0, count - 1), shorten(all.slice(count - 1).join(' '), columns)]
}
