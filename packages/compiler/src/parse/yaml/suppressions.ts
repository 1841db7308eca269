import type { SuppressionComment } from '@scenewright/model'
import type { FrontEndInput } from '../source-tree.ts'
import { type Comment, suppressionWord } from './token-stream.ts'

const form = new RegExp(`^#\\s*${suppressionWord}(?:\\s+([^\\s:]+))?\\s*(?::\\s*(.*?))?\\s*$`)

/** The comments that suppress a finding, each with the line that it covers: its own, or the next one with content. */
export function readSuppressions({ text, places }: FrontEndInput, comments: readonly Comment[]): SuppressionComment[] {
  return comments.flatMap(comment => {
    const match = form.exec(comment.text)
    if (match === null) return []
    const line = places.line(coveredOffset(text, comment))
    return [{ ...places.place(comment), rule: match[1] ?? '', reason: match[2] ?? '', line }]
  })
}

function coveredOffset(text: string, comment: Comment): number {
  const lineStart = text.lastIndexOf('\n', comment.start - 1) + 1
  const isAlone = comment.start === 0 || text.slice(lineStart, comment.start).trim() === ''
  if (!isAlone) return comment.start
  let start = text.indexOf('\n', comment.end) + 1
  while (start > 0) {
    const end = text.indexOf('\n', start)
    const line = text.slice(start, end === -1 ? undefined : end).trim()
    if (line !== '' && !line.startsWith('#')) return start
    start = end + 1
  }
  return comment.start
}
