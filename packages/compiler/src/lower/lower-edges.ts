import { alwaysCondition, type FlowEdge } from '@scenewright/model'
import { isOwnedByEdge, itemsOf } from '../bind/extra.ts'
import { findField, type SourceField, type SourceMapping, type SourceNode } from '../parse/source-tree.ts'

import { spreadExtra } from './spread-extra.ts'

/** The source of an edge: a `next` or one of its items, or an item of `flow.edges`. */
export interface EdgeOrigin {
  readonly at: SourceNode
  readonly source: string
  readonly target: string
}

/** The parts of the source that are edges, in the order in which they stand in the document. */
export function edgeOrigins(flow: SourceNode | undefined, nodes: readonly SourceField[]): readonly EdgeOrigin[] {
  const listed = flow?.kind === 'mapping' ? findField(flow, 'edges') : undefined
  if (listed !== undefined) {
    return itemsOf(listed.value).map(at => ({ at, source: textAt(at, 'source'), target: textAt(at, 'target') }))
  }
  return nodes.flatMap(({ name, value }) => {
    const next = value.kind === 'mapping' ? findField(value, 'next') : undefined
    return itemsOf(next?.value).map(at => ({ at, source: name, target: targetOf(at) }))
  })
}

/** Creates the edges, with explicit ids and priorities. */
export function lowerEdges(origins: readonly EdgeOrigin[]): readonly FlowEdge[] {
  const ids = createEdgeIds(origins.flatMap(({ at }) => textOf(at, 'id') ?? []))
  const places = new Map<string, number>()
  return origins.map(({ at, source, target }) => {
    const place = (places.get(source) ?? 0) + 1
    places.set(source, place)
    const edge: Record<string, unknown> = { id: textOf(at, 'id') ?? ids(source, target), source, target }
    const fields = at.kind === 'mapping' ? at : undefined
    setUnlessNull(edge, 'priority', fields, place)
    setUnlessNull(edge, 'condition', fields, { type: alwaysCondition })
    spreadExtra(edge, at, isOwnedByEdge)
    // The ids are texts, and the schema has checked the rest.
    return edge as unknown as FlowEdge
  })
}

function setUnlessNull(
  edge: Record<string, unknown>,
  name: string,
  fields: SourceMapping | undefined,
  absent: unknown,
): void {
  const node = fields === undefined ? undefined : findField(fields, name)?.value
  if (node === undefined) edge[name] = absent
  else if (node.value !== null) edge[name] = node.value
}

function targetOf(at: SourceNode): string {
  return at.kind === 'scalar' ? String(at.value) : textAt(at, 'to')
}

function textAt(node: SourceNode, name: string): string {
  return textOf(node, name) ?? ''
}

function textOf(node: SourceNode, name: string): string | undefined {
  const value = node.kind === 'mapping' ? findField(node, name)?.value.value : undefined
  return typeof value === 'string' ? value : undefined
}

/**
 * Gives edges their default ids, in the order of the document: `<source>--<target>`, then with the suffixes `--2`,
 * `--3` …; ids that are already used are skipped.
 */
export function createEdgeIds(taken: Iterable<string>): (source: string, target: string) => string {
  const used = new Set(taken)
  const counts = new Map<string, number>()
  return (source, target) => {
    const first = `${source}--${target}`
    let count = counts.get(first) ?? 0
    let id: string
    do {
      count += 1
      id = count === 1 ? first : `${first}--${count}`
    } while (used.has(id))
    counts.set(first, count)
    used.add(id)
    return id
  }
}
