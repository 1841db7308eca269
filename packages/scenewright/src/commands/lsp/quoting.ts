import { readData, type SourceNode } from '@scenewright/compiler/data'
import { type CodeAction, CodeActionKind, type Range } from 'vscode-languageserver'
import { offsetAt, positionAt } from './positions.ts'
import type { OpenSource, Session } from './session.ts'

/**
 * The actions that put the text at a position in quotes, alone or with the comment behind it. Only for words in YAML
 * without quotes, because `#` and `:` in them end the text.
 */
export async function quotingActions(
  session: Session,
  { live, file }: OpenSource,
  range: Range,
): Promise<readonly CodeAction[]> {
  const text = live.text(file)
  if (!/\.ya?ml$/.test(file)) return []
  const result = await readData(file, text)
  if (!('data' in result)) return []
  const scalar = plainText(result.data.root, text, offsetAt(text, session.position(live, file, range.start)))
  if (scalar === undefined) return []
  const action = (title: string, end: number, value: string): CodeAction => ({
    title,
    kind: CodeActionKind.RefactorRewrite,
    edit: session.workspaceEdit(live, [
      {
        file,
        range: { start: positionAt(text, scalar.start), end: positionAt(text, end) },
        text: JSON.stringify(value),
      },
    ]),
  })
  const [comment = ''] = /^[ \t]+#[^\r\n]*/.exec(text.slice(scalar.end)) ?? []
  return [
    action('Put the text in quotes', scalar.end, scalar.value),
    ...(comment === ''
      ? []
      : [
          action(
            'Put the text in quotes, with the comment',
            scalar.end + comment.length,
            scalar.value + comment.trimEnd(),
          ),
        ]),
  ]
}

interface PlainText {
  readonly value: string
  readonly start: number
  readonly end: number
}

/** The words without quotes at an offset. */
function plainText(node: SourceNode, text: string, offset: number): PlainText | undefined {
  if (node.kind === 'list') return firstOf(node.items, text, offset)
  if (node.kind === 'mapping') {
    return firstOf(
      node.fields.map(field => field.value),
      text,
      offset,
    )
  }
  const { value, start, end } = node
  const isHere = start <= offset && offset <= end && typeof value === 'string'
  return isHere && /\s/.test(value) && /^[^"'|>&*!]/.test(text.slice(start, end)) ? { value, start, end } : undefined
}

function firstOf(nodes: readonly SourceNode[], text: string, offset: number): PlainText | undefined {
  for (const node of nodes) {
    const found = plainText(node, text, offset)
    if (found !== undefined) return found
  }
  return undefined
}
