import type { Place } from '@scenewright/model'
import type { DocumentPath, SourceMap } from '@scenewright/model/compilation'
import type { Editor } from '../edit/create-editor.ts'
import type { CommentReader } from '../edit/trailing-comment.ts'
import type { Places, Span } from '../parse/places.ts'
import { relatedOrigin } from '../parse/problem.ts'
import { findField, type SourceField, type SourceMapping, type SourceNode } from '../parse/source-tree.ts'
import type { EdgeOrigin } from './lower-edges.ts'
import type { FlowOrigins } from './lower-flow.ts'

interface MapContext {
  readonly places: Places
  readonly editor: Editor
  readonly commentOf: CommentReader | undefined
}

/** Maps a lowered document back to the tree that it was created from. Places are computed on demand. */
export function createSourceMap(
  root: SourceMapping,
  origins: FlowOrigins,
  { places, editor, commentOf }: MapContext,
): SourceMap {
  const place = (span: Span): Place => places.place(span)
  return {
    place: path => place(documentSpan(root, origins, path)),
    wholeNode: index => {
      const { key, value } = origins.nodes[index] ?? { key: startOf(root), value: startOf(root) }
      return place({ start: key.start, end: Math.max(key.end, value.end) })
    },
    origin: path => {
      const { origin } = documentSpan(root, origins, path)
      return origin === undefined ? undefined : relatedOrigin(origin)
    },
    edit: changes => editor.change(root, changes),
    ...(commentOf && { trailingComment: path => commentOf(documentSpan(root, origins, path)) }),
    sourceField: name => place(findField(root, name)?.value ?? startOf(root)),
  }
}

function documentSpan(root: SourceMapping, origins: FlowOrigins, path: DocumentPath): Span {
  const [part, field, ...rest] = path
  if (part === 'scenario') {
    if (field === undefined) return startOf(root)
    if (field !== 'definition') return within(root, [field, ...rest], startOf(root))
    return definitionSpan(root, origins, rest)
  }
  if (part === undefined || part === 'format' || part === 'schema_version') return startOf(root)
  const document = findField(root, 'document')?.value
  const holder = part === 'dependencies' || document?.kind !== 'mapping' ? root : document
  return within(holder, path, startOf(root))
}

/**
 * Where a scenario begins: not in line 1 if a comment or another scenario is there, so that a suppression can cover it.
 */
function startOf({ start }: SourceMapping): Span {
  return { start, end: start }
}

function definitionSpan(root: SourceMapping, origins: FlowOrigins, path: DocumentPath): Span {
  const flow = findField(root, 'flow')
  if (flow?.value.kind !== 'mapping') return flow?.key ?? startOf(root)
  const [part, index, ...rest] = path
  const listKey = findField(flow.value, String(part))?.key ?? flow.key
  if (part === 'start_node_id') return findField(flow.value, 'start')?.value ?? flow.key
  if (part === 'nodes') {
    const node = origins.nodes[Number(index)]
    return node === undefined ? listKey : nodeSpan(node, rest)
  }
  if (part === 'edges') {
    const edge = origins.edges[Number(index)]
    return edge === undefined ? listKey : edgeSpan(edge, rest)
  }
  return within(flow.value, path, flow.key)
}

function nodeSpan({ key, value }: SourceField, path: DocumentPath): Span {
  if (path.length === 0 || path[0] === 'id') return key
  if (value.kind !== 'mapping') return path[0] === 'type' ? value : key
  return within(value, path, key)
}

function edgeSpan({ at }: EdgeOrigin, path: DocumentPath): Span {
  if (at.kind !== 'mapping' || path.length === 0) return at
  const [name, ...rest] = path
  const isTarget = name === 'target' && findField(at, 'to') !== undefined
  return within(at, isTarget ? ['to', ...rest] : path, at)
}

/** The value at `path` below a mapping, or under its `extra`; if the source ends early, its nearest ancestor. */
function within(mapping: SourceMapping, path: DocumentPath, nearest: Span): Span {
  const [first = '', ...rest] = path
  const extra = findField(mapping, 'extra')?.value
  const own = findField(mapping, String(first))
  const field = own ?? (extra?.kind === 'mapping' ? findField(extra, String(first)) : undefined)
  return field === undefined ? nearest : deepest(field.value, rest)
}

function deepest(node: SourceNode, path: DocumentPath): Span {
  let current = node
  for (const step of path) {
    const inner = current.kind === 'list' ? current.items[Number(step)] : innerField(current, step)
    if (inner === undefined) return current
    current = inner
  }
  return current
}

function innerField(node: SourceNode, step: string | number): SourceNode | undefined {
  return node.kind === 'mapping' ? findField(node, String(step))?.value : undefined
}
