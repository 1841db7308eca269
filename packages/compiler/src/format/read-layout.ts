import {
  Composer,
  type CST,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  Scalar,
  Schema,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml'
import { commentBehind } from '../edit/trailing-comment.ts'
import type { Span } from '../parse/places.ts'
import { readTokens } from '../parse/yaml/token-stream.ts'
import type { Collection, Entry, Layout, Scalar as LayoutScalar } from './layout.ts'
import { columnOf, hasBlankAbove } from './lines.ts'

const schema = new Schema({ schema: 'core', resolveKnownTags: false })

/**
 * Reads the contents of a text that the YAML front end accepts, without comments; undefined if the text is not a
 * mapping or list.
 */
export function readLayout(text: string): Collection | undefined {
  const composer = new Composer({
    schema,
    uniqueKeys: false,
    logLevel: 'silent',
    prettyErrors: false,
    keepSourceTokens: true,
  })
  const [document] = composer.compose(readTokens(text).tokens, true, text.length)
  const contents = (document as Document.Parsed | undefined)?.contents ?? null
  const layout = layoutOfNode(contents, text)
  return layout.kind === 'mapping' || layout.kind === 'list' ? layout : undefined
}

function layoutOfNode(node: Node | null | undefined, text: string): Layout {
  if (isAlias(node)) return { kind: 'alias', name: node.source }
  if (isScalar(node)) return scalarLayout(node, text)
  if (isMap(node)) return collectionLayout(node, text, 'mapping', fieldsOf(node, text))
  if (isSeq(node)) return collectionLayout(node, text, 'list', itemsOf(node, text))
  return { kind: 'scalar', value: null, isEmpty: true }
}

function scalarLayout({ value, source, type, tag, anchor, range }: Scalar, text: string): LayoutScalar {
  const block = type === Scalar.BLOCK_LITERAL ? 'literal' : type === Scalar.BLOCK_FOLDED ? 'folded' : undefined
  const isBeforeComment = type === Scalar.PLAIN && commentBehind(text, range?.[1] ?? 0) !== undefined
  return {
    kind: 'scalar',
    // The front end accepts no other values.
    value: (value ?? null) as LayoutScalar['value'],
    ...(value === null && source === '' && tag === undefined && { isEmpty: true }),
    ...(typeof value === 'number' && tag === undefined && source !== undefined && { source }),
    ...(isBeforeComment && { isBeforeComment }),
    ...(block !== undefined && { block }),
    ...(anchor !== undefined && { anchor }),
  }
}

function collectionLayout(
  node: YAMLMap | YAMLSeq,
  text: string,
  kind: Collection['kind'],
  entries: readonly Entry[],
): Collection {
  const [start, flowEnd] = node.range ?? [0, 0]
  const end = node.flow === true ? flowEnd : (entries.at(-1)?.span?.end ?? flowEnd)
  const isInline = node.flow === true && !text.slice(start, end).includes('\n')
  return {
    kind,
    entries,
    isInline,
    isFlow: node.flow === true,
    span: { start, end },
    ...(node.anchor !== undefined && { anchor: node.anchor }),
  }
}

function fieldsOf(map: YAMLMap, text: string): readonly Entry[] {
  return (map.items as Pair<Node | null, Node | null>[]).map(pair => {
    const keyStart = pair.key?.range?.[0] ?? 0
    const keyEnd = pair.key?.range?.[1] ?? keyStart
    const value = layoutOfNode(pair.value, text)
    const start = firstOffset(pair.srcToken?.start) ?? keyStart
    const isQuestion = value.kind === 'scalar' && value.isEmpty === true && isExplicit(pair)
    return {
      key: keyLayout(pair.key),
      value,
      ...(isQuestion && { isQuestion }),
      ...placeOf(text, { start, end: Math.max(keyEnd, endOf(pair.value, value)) }, map.flow === true),
    }
  })
}

/** Whether a key is written as `? key`. */
function isExplicit({ srcToken }: Pair<Node | null, Node | null>): boolean {
  return srcToken?.start?.some(({ type }) => type === 'explicit-key-ind') === true
}

/** A key is the text as written: `1` and `true` are names too. */
function keyLayout(key: Node | null): Required<Entry>['key'] {
  if (isAlias(key)) return { kind: 'alias', name: key.source }
  if (!isScalar(key)) return { kind: 'scalar', value: '' }
  const value = typeof key.value === 'string' ? key.value : (key.source ?? '')
  const isEmpty = key.type === Scalar.PLAIN && value === ''
  return { kind: 'scalar', value, ...(isEmpty && { isEmpty }), ...(key.anchor !== undefined && { anchor: key.anchor }) }
}

function itemsOf(list: YAMLSeq, text: string): readonly Entry[] {
  const starts = dashes(list)
  return (list.items as Node[]).map((item, index) => {
    const value = layoutOfNode(item, text)
    const valueStart = item.range?.[0] ?? 0
    const start = starts[index] ?? valueStart
    const place = placeOf(text, { start, end: Math.max(start, endOf(item, value)) }, list.flow === true)
    return { value, valueStart, ...place }
  })
}

/** In brackets, the column has no meaning. */
function placeOf(
  text: string,
  { start, end }: Span,
  isFlow: boolean,
): Pick<Entry, 'span' | 'column' | 'hasBlankBefore'> {
  const span = { start, end }
  return { span, column: isFlow ? 0 : columnOf(text, start), hasBlankBefore: hasBlankAbove(text, start) }
}

function dashes(list: YAMLSeq): readonly number[] {
  const token = list.srcToken
  if (token?.type !== 'block-seq') return []
  return token.items.flatMap(({ start }) => start.find(({ type }) => type === 'seq-item-ind')?.offset ?? [])
}

function endOf(node: Node | null, value: Layout): number {
  const span: Span | undefined = value.kind === 'mapping' || value.kind === 'list' ? value.span : undefined
  return span?.end ?? node?.range?.[1] ?? 0
}

const ignored = new Set(['space', 'newline', 'comment', 'comma'])

function firstOffset(tokens: readonly CST.SourceToken[] | undefined): number | undefined {
  return tokens?.find(({ type }) => !ignored.has(type))?.offset
}
