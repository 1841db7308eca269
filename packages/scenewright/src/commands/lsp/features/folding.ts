import { type FoldingRange, FoldingRangeKind } from 'vscode-languageserver'
import type { Feature } from '../feature.ts'

/** Folds the lines that are indented below a line, and comments of several lines. Only for YAML. */
export const folding: Feature = {
  capabilities: () => ({ foldingRangeProvider: true }),
  register(session) {
    session.connection.onFoldingRanges(({ textDocument: { uri } }) => {
      const document = session.document(uri)
      return document !== undefined && /\.ya?ml$/.test(uri) ? foldingRanges(document.getText().split(/\r\n?|\n/)) : []
    })
  },
}

function foldingRanges(lines: readonly string[]): FoldingRange[] {
  const found: FoldingRange[] = []
  const open: { readonly line: number; readonly indent: number }[] = []
  let last = 0
  let comment: number | undefined
  const closeTo = (indent: number) => {
    while ((open.at(-1)?.indent ?? -1) >= indent) {
      const { line = 0 } = open.pop() ?? {}
      if (last > line) found.push({ startLine: line, endLine: last })
    }
  }
  const endComment = (line: number) => {
    if (comment !== undefined && line - 1 > comment) {
      found.push({ startLine: comment, endLine: line - 1, kind: FoldingRangeKind.Comment })
    }
    comment = undefined
  }
  for (const [line, text] of lines.entries()) {
    const isComment = /^\s*#/.test(text)
    if (isComment) comment ??= line
    else endComment(line)
    if (isComment || text.trim() === '') continue
    const indent = text.search(/\S/)
    closeTo(indent)
    open.push({ line, indent })
    last = line
  }
  endComment(lines.length)
  closeTo(0)
  return found.sort((a, b) => a.startLine - b.startLine)
}
