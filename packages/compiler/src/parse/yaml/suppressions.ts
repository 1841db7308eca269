import type { SuppressionComment } from '@scenewright/model'
import type { FrontEndInput } from '../source-tree.ts'
import { readSuppressionForm, suppressionWord } from '../suppression-form.ts'
import { type Lexeme, lexemesOf } from './lexemes.ts'

/**
 * The comments that suppress a finding, each with the line that it covers: its own, or the next one with content. A
 * text that looks like one is none, so the few files that hold the word are read piece by piece.
 */
export function readSuppressions({ text, places }: FrontEndInput): readonly SuppressionComment[] {
  if (!text.includes(suppressionWord)) return []
  const suppressions: SuppressionComment[] = []
  for (const lexeme of lexemesOf(text)) {
    const said = lexeme.text.startsWith('#') ? readSuppressionForm(lexeme.text.slice(1)) : undefined
    if (said === undefined) continue
    const line = places.line(coveredOffset(text, lexeme))
    suppressions.push({ ...places.place(lexeme), ...said, line })
  }
  return suppressions
}

/** Nothing, a comment, or the dash of an item that stands on a later line. No finding is there. */
const withoutContent = /^(?:-(?:\s+-)*(?:\s|$))?\s*(?:#.*)?$/

function coveredOffset(text: string, comment: Lexeme): number {
  const lineStart = text.lastIndexOf('\n', comment.start - 1) + 1
  const isAlone = comment.start === 0 || withoutContent.test(text.slice(lineStart, comment.start).trim())
  if (!isAlone) return comment.start
  let start = text.indexOf('\n', comment.end) + 1
  while (start > 0) {
    const end = text.indexOf('\n', start)
    const line = text.slice(start, end === -1 ? undefined : end).trim()
    if (!withoutContent.test(line)) return start
    start = end + 1
  }
  return comment.start
}
