import { suppressionWord } from '../parse/suppression-form.ts'
import type { Collection, Comment, Entry } from './layout.ts'
import { commentLines, printYaml } from './print-yaml.ts'

/** The comments at the head of a file, which stay there whichever field is first. */
export interface Header {
  readonly comments: readonly Comment[]
  readonly hasBlankBehind: boolean
}

/**
 * Separates the comments of the file from those of its first field: they end with a blank line, or with the line that
 * names the file's schema for editors. A suppression is never one of them.
 */
export function splitHeader(root: Collection): { readonly header: Header; readonly body: Collection } {
  const [first, ...others] = root.entries
  const comments = first?.leading ?? []
  const length = first === undefined ? 0 : headerLength(first, comments)
  if (first === undefined || length === 0) return { header: { comments: [], hasBlankBehind: false }, body: root }
  const [next, ...more] = comments.slice(length)
  const hasBlankBehind = next === undefined ? first.hasBlankBefore === true : next.hasBlankBefore
  const leading = next === undefined ? [] : [{ ...next, hasBlankBefore: false }, ...more]
  const own = { ...first, leading, hasBlankBefore: next !== undefined && first.hasBlankBefore === true }
  return {
    header: { comments: comments.slice(0, length), hasBlankBehind },
    body: { ...root, entries: [own, ...others] },
  }
}

/** The text of a file: its header and its content. */
export function printFile({ comments, hasBlankBehind }: Header, body: Collection): string {
  const lines = [...commentLines(comments, '', true), ...(hasBlankBehind ? [''] : [])]
  return lines.map(line => `${line}\n`).join('') + printYaml(body)
}

function headerLength(first: Entry, comments: readonly Comment[]): number {
  const suppression = comments.findIndex(({ text }) => text.includes(suppressionWord))
  const end = suppression === -1 ? comments.length : suppression
  for (let length = end; length > 0; length -= 1) {
    const isBlankBehind = comments[length]?.hasBlankBefore ?? first.hasBlankBefore === true
    if (isBlankBehind || /^#\s*yaml-language-server:/.test(comments[length - 1]?.text ?? '')) return length
  }
  return 0
}
