import type { SuppressionComment } from '@scenewright/model/compilation'
import { ts } from 'ts-morph'
import type { Span } from '../places.ts'
import { readSuppressionForm, suppressionWord } from '../suppression-form.ts'
import type { Unit } from './evaluate/value.ts'

/**
 * The comments that suppress a finding, each with the line that it covers: its own, or the next one with content. The
 * same word may occur in other text, so each occurrence is compared with the tree.
 */
export function readSuppressions(unit: Unit): readonly SuppressionComment[] {
  const { text, places } = unit
  const suppressions: SuppressionComment[] = []
  let before: Before | undefined
  for (let at = text.indexOf(suppressionWord); at !== -1; ) {
    const token = tokenAt(unit.tree, at)
    // One token may have thousands of comments before it.
    if (before?.token !== token) before = commentsBefore(token, unit)
    const comment = firstEndingAfter(before.comments, at)
    const isInside = comment !== undefined && comment.start < at
    at = text.indexOf(suppressionWord, isInside ? comment.end : at + 1)
    const suppression = isInside ? readSuppressionForm(contentOf(text.slice(comment.start, comment.end))) : undefined
    if (comment === undefined || suppression === undefined) continue
    const line = places.line(isAlone(comment, text) ? (before.covered ?? comment.start) : comment.start)
    suppressions.push({ ...places.place(comment), ...suppression, line })
  }
  return suppressions
}

/** A token, the comments before it, and what they cover if they are alone on their lines. */
interface Before {
  readonly token: ts.Node
  readonly comments: readonly Span[]
  /** Undefined at the end of the file, where nothing follows. */
  readonly covered: number | undefined
}

/** The token at an offset, or the next one if the offset is in white space. */
function tokenAt(tree: ts.SourceFile, offset: number): ts.Node {
  let node: ts.Node = tree
  for (;;) {
    const inner: ts.Node | undefined = firstEndingAfter(node.getChildren(tree), offset)
    if (inner === undefined || inner.pos > offset) return node
    node = inner
  }
}

/** The first of several stretches in order that ends after an offset. */
function firstEndingAfter<Stretch extends { readonly end: number }>(
  stretches: readonly Stretch[],
  offset: number,
): Stretch | undefined {
  let [low, high] = [0, stretches.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((stretches[middle]?.end ?? 0) > offset) high = middle
    else low = middle + 1
  }
  return stretches[low]
}

function commentsBefore(token: ts.Node, { text, tree }: Unit): Before {
  const { pos } = token
  const ranges = [...(ts.getTrailingCommentRanges(text, pos) ?? []), ...(ts.getLeadingCommentRanges(text, pos) ?? [])]
  const comments = ranges.map(({ pos: start, end }) => ({ start, end }))
  return { token, comments, covered: token.kind === ts.SyntaxKind.EndOfFileToken ? undefined : token.getStart(tree) }
}

function contentOf(comment: string): string {
  return comment.startsWith('//') ? comment.slice(2) : comment.slice(2, -2).replace(/^\*/, '')
}

/** Whether only white space is before a comment on its line. */
function isAlone({ start }: Span, text: string): boolean {
  let at = start - 1
  while (at >= 0 && text[at] !== '\n' && /\s/.test(text.charAt(at))) at -= 1
  return at < 0 || text[at] === '\n'
}
