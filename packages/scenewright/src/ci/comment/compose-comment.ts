import { saysNothing } from '../../report/report-marker.ts'
import { cutMarkdown } from './cut-markdown.ts'

/** GitHub takes no more characters, GitLab does. Here they are UTF-16 units, which are never fewer. */
const longest = 65_536

const between = '\n\n---\n\n'

/** The line by which a comment is found again, and which nobody sees. `name` tells several comments apart. */
export function commentMarker(name: string): string {
  const plain = name.replace(/[^\w./-]+/g, '-')
  return `<!-- scenewright:comment${plain === '' ? '' : ` ${plain}`} -->`
}

/**
 * The text of a comment that holds these reports; undefined where none of them has anything to say. Never longer than
 * GitHub takes: the longest are cut first.
 */
export function composeComment(marker: string, reports: readonly string[]): string | undefined {
  if (reports.every(saysNothing)) return undefined
  const texts = reports.filter(text => text.trim() !== '').map(text => text.replaceAll('\r\n', '\n').trim())
  const room = longest - marker.length - 2 - between.length * (texts.length - 1)
  return `${marker}\n${fitted(texts, room).join(between)}\n`
}

/** What an earlier comment says when nothing changes any more. */
export function emptyComment(marker: string): string {
  return `${marker}\n**scenewright**: nothing changes any more.\n`
}

/** Each is given as much as the others leave, and no less than its share. */
function fitted(texts: readonly string[], room: number): readonly string[] {
  const lengths = new Map<number, number>()
  let left = room
  const byLength = texts.map((text, index) => ({ index, length: text.length })).sort((a, b) => a.length - b.length)
  for (const [place, { index, length }] of byLength.entries()) {
    const share = Math.floor(left / (byLength.length - place))
    const given = Math.min(length, share)
    lengths.set(index, given)
    left -= given
  }
  return texts.map((text, index) => cutMarkdown(text, lengths.get(index) ?? 0))
}
