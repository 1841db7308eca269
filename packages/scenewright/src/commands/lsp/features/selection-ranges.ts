import { readData, type SourceNode } from '@scenewright/compiler/data'
import type { Range as ClientRange, SelectionRange } from 'vscode-languageserver'
import type { Feature } from '../feature.ts'
import { offsetAt, positionAt } from '../positions.ts'

interface Span {
  readonly start: number
  readonly end: number
}

/** Grows the selection from a value to its field, and to everything around it. Only for YAML. */
export const selectionRanges: Feature = {
  capabilities: () => ({ selectionRangeProvider: true }),
  register(session) {
    session.connection.onSelectionRanges(async ({ textDocument: { uri }, positions }) => {
      const document = session.document(uri)
      const live = await session.live()
      const file = live && session.fileOf(live, uri)
      if (document === undefined || live === undefined || file === undefined || !/\.ya?ml$/.test(file)) return null
      const text = document.getText()
      const result = await readData(file, text)
      const whole = { start: 0, end: text.length }
      const toClient = ({ start, end }: Span): ClientRange =>
        session.range(live, { file, range: { start: positionAt(text, start), end: positionAt(text, end) } })
      return positions.map(position => {
        const offset = offsetAt(text, session.position(live, file, position))
        const around = 'data' in result ? spansAround(result.data.root, offset) : []
        return nested(whole, around, toClient)
      })
    })
  },
}

/** The spans of all values and fields around an offset, the outermost first. */
function spansAround(node: SourceNode, offset: number): readonly Span[] {
  if (node.kind === 'list') {
    const item = node.items.find(each => contains(each, offset))
    return [node, ...(item === undefined ? [] : spansAround(item, offset))]
  }
  if (node.kind === 'scalar') return [node]
  for (const { key, value } of node.fields) {
    const field = { start: key.start, end: Math.max(key.end, value.end) }
    if (contains(key, offset)) return [node, field, key]
    if (contains(value, offset)) return [node, field, ...spansAround(value, offset)]
    if (contains(field, offset)) return [node, field]
  }
  return [node]
}

function contains({ start, end }: Span, offset: number): boolean {
  return start <= offset && offset <= end
}

function nested(whole: Span, spans: readonly Span[], toClient: (span: Span) => ClientRange): SelectionRange {
  let outer = whole
  let found: SelectionRange = { range: toClient(whole) }
  for (const span of spans) {
    // An alias has its value elsewhere.
    const isInside = outer.start <= span.start && span.end <= outer.end
    if (!isInside || (span.start === outer.start && span.end === outer.end)) continue
    outer = span
    found = { range: toClient(span), parent: found }
  }
  return found
}
