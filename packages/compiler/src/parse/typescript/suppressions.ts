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
  for (let at = text.indexOf(suppressionWord); at !== -1; at = text.indexOf(suppressionWord, at + 1)) {
    const token = tokenAt(unit.tree, at)
    const comment = commentsBefore(token, text).find(({ start, end }) => start < at && at < end)
    const suppression = comment && readSuppressionForm(contentOf(text.slice(comment.start, comment.end)))
    if (comment === undefined || suppression === undefined) continue
    const line = places.line(isAlone(comment, text) ? coveredOffset(token, comment, unit) : comment.start)
    suppressions.push({ ...places.place(comment), ...suppression, line })
  }
  return suppressions
}

/** The token at an offset, or the next one if the offset is in white space. */
function tokenAt(tree: ts.SourceFile, offset: number): ts.Node {
  let node: ts.Node = tree
  for (;;) {
    const inner: ts.Node | undefined = node.getChildren(tree).find(({ pos, end }) => pos <= offset && offset < end)
    if (inner === undefined) return node
    node = inner
  }
}

function commentsBefore({ pos }: ts.Node, text: string): readonly Span[] {
  const ranges = [...(ts.getTrailingCommentRanges(text, pos) ?? []), ...(ts.getLeadingCommentRanges(text, pos) ?? [])]
  return ranges.map(({ pos: start, end }) => ({ start, end }))
}

function contentOf(comment: string): string {
  return comment.startsWith('//') ? comment.slice(2) : comment.slice(2, -2).replace(/^\*/, '')
}

function isAlone({ start }: Span, text: string): boolean {
  return text.slice(text.lastIndexOf('\n', start - 1) + 1, start).trim() === ''
}

function coveredOffset(token: ts.Node, comment: Span, { tree }: Unit): number {
  return token.kind === ts.SyntaxKind.EndOfFileToken ? comment.start : token.getStart(tree)
}
