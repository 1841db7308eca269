import { OperationError } from '@scenewright/model'
import { textHash } from '@scenewright/model/text-hash'
import { saysNothing } from '../../../render/report-marker.ts'
import type { CommentHost } from './comment-host.ts'

/** The note that something was cut off, and where it is. */
const ending = '\nTruncated; the reports of the run contain all of it.\n'

/** Reserved for closing what is still open. */
const reserve = 100

/** The maximum number of characters on GitHub; GitLab allows more. Counted in UTF-16 units, which are never fewer. */
const longest = 65_536

const between = '\n\n---\n\n'

/** The outcome for the comment; `silent`: there is nothing to report and no earlier comment. */
export type CommentOutcome = 'created' | 'updated' | 'unchanged' | 'silent'

/**
 * Updates the single comment of this name to match the reports. If no report has content, an earlier comment is changed
 * to say so, and no new one is created. A rejection by the host is an OperationError.
 */
export async function postComment(
  host: CommentHost,
  { name, reports }: { readonly name: string; readonly reports: readonly string[] },
): Promise<CommentOutcome> {
  const marker = commentMarker(name)
  const composed = composeComment(marker, reports)
  const body = composed ?? emptyComment(marker)
  if (body.includes(host.token)) {
    throw new OperationError('usage', `the reports contain the token for ${host.title}, so nothing was sent`, {
      help: 'revoke the token, and find out why the reports contain it',
    })
  }
  const earlier = await host.find(marker)
  if (earlier === undefined && composed === undefined) return 'silent'
  if (earlier === undefined) {
    await host.create(body)
    return 'created'
  }
  if (isSame(earlier.body, body)) return 'unchanged'
  await host.change(earlier.id, body)
  return 'updated'
}

/** A host may store other line endings, and no trailing space. */
function isSame(kept: string, body: string): boolean {
  return kept.replaceAll('\r\n', '\n').trim() === body.trim()
}

/**
 * The invisible line that identifies a comment. `name` distinguishes several comments: if it has characters that the
 * line cannot have, the line adds a part of its hash, as other names have the same words.
 */
export function commentMarker(name: string): string {
  const plain = name.replace(/[^\w./-]+/g, '-')
  const own = plain === name ? plain : `${plain}-${textHash(name).slice(0, 8)}`
  return `<!-- scenewright:comment${own === '' ? '' : ` ${own}`} -->`
}

/**
 * The text of a comment with these reports; undefined if all of them are empty. Never longer than GitHub allows: the
 * longest ones are cut first.
 */
export function composeComment(marker: string, reports: readonly string[]): string | undefined {
  if (reports.every(saysNothing)) return undefined
  const texts = reports.filter(text => text.trim() !== '').map(text => text.replaceAll('\r\n', '\n').trim())
  const room = longest - marker.length - 2 - between.length * (texts.length - 1)
  return `${marker}\n${fitted(texts, room).join(between)}\n`
}

/** The text that replaces an earlier comment once there are no changes left. */
function emptyComment(marker: string): string {
  return `${marker}\n**scenewright**: there are no changes anymore.\n`
}

/** Each gets the length that the others leave, and at least its equal share. */
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

/**
 * The beginning of a markdown text, limited to `maxLength` UTF-16 units: whole lines, with every code block and `<details>`
 * closed. It notes that it was cut; if there is no room for the note, it is empty.
 */
function cutMarkdown(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  const room = maxLength - ending.length - reserve
  if (room < 0) return ''
  const kept: string[] = []
  let length = 0
  // The start of the code block that the text is in.
  let fence: number | undefined
  for (const line of text.split('\n')) {
    length += line.length + 1
    if (length > room) break
    if (/^ {0,3}```/.test(line)) fence = fence === undefined ? kept.length : undefined
    kept.push(line)
  }
  const whole = kept.slice(0, fence).join('\n')
  return `${whole}\n${closing(whole)}${ending}`
}

function closing(text: string): string {
  const open = (text.match(/<details\b/g) ?? []).length - (text.match(/<\/details>/g) ?? []).length
  return '\n</details>'.repeat(Math.max(0, Math.min(open, Math.floor(reserve / '\n</details>'.length))))
}
