import type { SourceMapping, SourceNode } from '../parse/source-tree.ts'
import { indentAt } from './block-lines.ts'
import type { Target } from './target.ts'
import { inlineField, type Style, scalarText } from './write-value.ts'

/** The style of a source, for new values. */
export function styleOf({ text, language, trail: [root] }: Pick<Target, 'text' | 'language' | 'trail'>): Style {
  const fields = root?.kind === 'mapping' ? root.fields : []
  const quote =
    language === 'yaml'
      ? ''
      : commonQuote(
          text,
          fields.map(({ value }) => value),
        )
  const flow = fields.find(({ name }) => name === 'flow')?.value
  return {
    language,
    quote,
    indent: (flow?.kind === 'mapping' ? stepOf(text, root, flow) : '') || '  ',
    listIndent: listIndent(text, root) ?? '  ',
  }
}

/** The quotation mark of all texts, if it is the same one. */
export function commonQuote(text: string, values: readonly SourceNode[]): string {
  const texts = values.filter(value => typeof value.value === 'string')
  const [mark = '', ...others] = new Set(texts.map(({ start }) => text.charAt(start)))
  return others.length === 0 && /["'`]/.test(mark) ? mark : ''
}

/** The TypeScript of a node of the flow: a call as its author would write it. Undefined elsewhere. */
export function typescriptNode(
  { language, path }: Pick<Target, 'language' | 'path'>,
  value: { readonly [field: string]: unknown },
  style: Style,
): string | undefined {
  const isNode = path.length === 3 && path[0] === 'flow' && path[1] === 'nodes'
  if (language !== 'typescript' || !isNode) return undefined
  const { type, text, ...fields } = value
  if (type === undefined) return call('reply', [scalarText(text, style, true)], fields, style)
  if (type === 'END' && text === undefined) return call('end', [], fields, style)
  return call('node', [scalarText(type, style, true)], text === undefined ? fields : { text, ...fields }, style)
}

function call(
  name: string,
  first: readonly string[],
  fields: { readonly [field: string]: unknown },
  style: Style,
): string {
  const options = Object.entries(fields).map(([field, value]) => inlineField(field, value, style))
  const braces = options.length === 0 ? [] : [`{ ${options.join(', ')} }`]
  return `${name}(${[...first, ...braces].join(', ')})`
}

/** How far the content of the flow is indented from its key. */
function stepOf(text: string, root: SourceNode | undefined, flow: SourceMapping): string | undefined {
  const key = root?.kind === 'mapping' ? root.fields.find(({ value }) => value === flow)?.key : undefined
  return key && between(text, key.start, flow.fields[0]?.key.start ?? key.start)
}

function listIndent(text: string, root: SourceNode | undefined): string | undefined {
  if (root?.kind !== 'mapping') return undefined
  for (const { key, value } of root.fields) {
    if (value.kind !== 'list' || text.charAt(value.start) !== '-') continue
    const step = between(text, key.start, value.start)
    if (step !== undefined) return step
  }
  return undefined
}

/** The white space by which the line of `inner` is indented more than that of `outer`. */
function between(text: string, outer: number, inner: number): string | undefined {
  const [own, deeper] = [indentAt(text, outer), indentAt(text, inner)]
  return own !== undefined && deeper?.startsWith(own) ? deeper.slice(own.length) : undefined
}
