import type { Span } from '../parse/places.ts'
import type { ParsedSource, SourceNode } from '../parse/source-tree.ts'
import { suppressionWord } from '../parse/suppression-form.ts'
import { isLineStart, skipLineEnd, skipSpace } from './gap.ts'

interface Trailing {
  /** Empty if there is none. */
  readonly comment: string
  readonly end: number
  /** Where the next line begins. */
  readonly next: number
}

/** Returns the comment that ends a plain scalar, or that is where its value could be, with the white space before it. */
export type CommentReader = (part: Span) => string | undefined

/** A reader of the comments behind plain scalars. Undefined if the source contains none, or is not YAML. */
export function createCommentReader(text: string, { rewriting }: ParsedSource): CommentReader | undefined {
  if (rewriting?.language !== 'yaml' || !/[ \t]#/.test(text)) return undefined
  return part => {
    if (!isTree(part)) return undefined
    const end = isPlainText(text, part) ? part.end : endOfKey(text, part)
    const comment = end === undefined ? undefined : commentBehind(text, end)
    return comment?.trimStart().slice(1).trimStart().startsWith(suppressionWord) ? undefined : comment
  }
}

/** The end of the colon before an absent value. */
function endOfKey(text: string, part: SourceNode): number | undefined {
  if (part.kind !== 'scalar' || part.value !== null || part.origin !== undefined) return undefined
  const end = text.slice(0, part.start).trimEnd().length
  return text.charAt(end - 1) === ':' ? end : undefined
}

/** Whether a part of a source is a text without quotes that is written there, not an alias. */
export function isPlainText(text: string, part: SourceNode): boolean {
  const isText = part.kind === 'scalar' && typeof part.value === 'string' && part.start < part.end
  return isText && part.origin === undefined && !/["'|>*&!]/.test(text.charAt(part.start))
}

/** The comment on the line on which a value ends, with the white space before it. */
export function commentBehind(text: string, end: number): string | undefined {
  const trailing = trailingComment(text, end)
  if (trailing === undefined || trailing.comment === '') return undefined
  return text.slice(end, trailing.end).trimEnd()
}

/** The comment on the line on which a value ends; undefined if that line contains anything else. */
export function trailingComment(text: string, end: number): Trailing | undefined {
  // A block text ends with its line.
  if (isLineStart(text, end)) return { comment: '', end, next: end }
  const at = skipSpace(text, end)
  const comment = at > end && text.charAt(at) === '#' ? (/^[^\r\n]*/.exec(text.slice(at))?.[0] ?? '') : ''
  const lineEnd = at + comment.length
  const next = skipLineEnd(text, lineEnd)
  return next === undefined ? undefined : { comment, end: lineEnd, next }
}

function isTree(part: Span): part is SourceNode {
  return 'kind' in part
}
