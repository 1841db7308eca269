import type { Change, ChangeKind } from '@scenewright/differ'
import type { JoinedFlow } from './joined-flow.ts'

/**
 * The mark of a part: the first of these that applies. `lost` is a node that is no longer reached, or no longer has a
 * path to an END.
 */
export type TouchMark = (typeof touchMarks)[number]

const touchMarks = ['added', 'removed', 'lost', 'changed', 'renamed'] as const

/** One part of a flow that a change concerns, by its number. */
export interface Touch {
  readonly mark: TouchMark
  readonly of: 'nodes' | 'links'
  readonly number: number
}

/** The parts of a flow that changes concern, in the order of the changes. */
export function findTouches(flow: JoinedFlow, changes: readonly Change[]): readonly Touch[] {
  return changes.flatMap(change => [
    ...touchedStretch(flow, change),
    ...touchedNodes(flow, change),
    ...touchedWays(flow, change),
    ...touchedLinks(flow, change),
  ])
}

/** The mark of each touched part, by its number. */
export function markParts(touches: readonly Touch[]) {
  const marks = { nodes: new Map<number, TouchMark>(), links: new Map<number, TouchMark>() }
  for (const { mark, of, number } of touches) {
    const known = marks[of].get(number)
    if (known === undefined || touchMarks.indexOf(mark) < touchMarks.indexOf(known)) marks[of].set(number, mark)
  }
  return marks
}

const ofNodes: { readonly [kind in ChangeKind]?: TouchMark } = {
  'node-added': 'added',
  'node-removed': 'removed',
  'node-unreached': 'lost',
  'way-lost': 'lost',
  'end-lost': 'lost',
  'node-type-changed': 'changed',
  'node-field-changed': 'changed',
  'node-retitled': 'changed',
  'reply-changed': 'changed',
  'start-moved': 'changed',
  'node-renamed': 'renamed',
}

/** The ids of the nodes or edges of a stretch of the flow, if the value is one. */
export function partsIn(value: unknown, list: 'nodes' | 'edges'): readonly string[] {
  const parts: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, list) : undefined
  return Array.isArray(parts) ? parts.map(({ id }) => String(id)) : []
}

const ofStretches: { readonly [kind in ChangeKind]?: { readonly mark: TouchMark; readonly side: 'base' | 'head' } } = {
  'node-inserted': { mark: 'added', side: 'head' },
  'node-taken-out': { mark: 'removed', side: 'base' },
}

/** The nodes of a stretch, and the connections between and after them; those before and past it belong to an edge. */
function touchedStretch(flow: JoinedFlow, { kind, before, after }: Change): readonly Touch[] {
  const stretch = ofStretches[kind]
  if (stretch === undefined) return []
  const { mark, side } = stretch
  const value = side === 'head' ? after : before
  const nodes = partsIn(value, 'nodes').map(id => ({ of: 'nodes' as const, number: flow.nodeOf(side, id) }))
  const links = partsIn(value, 'edges').map(id => ({ of: 'links' as const, number: flow.linkOf(side, id) }))
  return [...nodes, ...links].flatMap(({ of, number }) => (number === undefined ? [] : [{ mark, of, number }]))
}

/** The connections that were added or removed with a step. */
function touchedWays(flow: JoinedFlow, { kind, edges = [] }: Change): readonly Touch[] {
  const isNew = kind === 'node-added'
  return edges.flatMap(({ id }): readonly Touch[] => {
    const number = flow.linkOf(isNew ? 'head' : 'base', id)
    return number === undefined ? [] : [{ mark: isNew ? 'added' : 'removed', of: 'links', number }]
  })
}

function touchedNodes({ nodeOf }: JoinedFlow, { kind, node = '', before }: Change): readonly Touch[] {
  const mark = ofNodes[kind]
  if (mark === undefined) return []
  // A change has the head's name of a node, if the head has that node.
  const number = mark === 'removed' ? nodeOf('base', node) : (nodeOf('head', node) ?? nodeOf('base', node))
  const earlier = kind === 'start-moved' ? nodeOf('base', String(before)) : undefined
  return [number, earlier].flatMap(each => (each === undefined ? [] : [{ mark, of: 'nodes', number: each } as const]))
}

const ofEdges: { readonly [kind in ChangeKind]?: readonly TouchMark[] } = {
  'edge-added': ['added'],
  'edge-overtakes': ['added'],
  'edge-removed': ['removed'],
  'edge-rerouted': ['removed', 'added'],
  'node-inserted': ['removed', 'added'],
  'node-taken-out': ['removed', 'added'],
  'edge-condition-changed': ['changed'],
  'edge-priority-changed': ['changed'],
  'edge-field-changed': ['changed'],
}

function touchedLinks(flow: JoinedFlow, { kind, node, edge = '', was = edge }: Change): readonly Touch[] {
  if (kind === 'edges-reordered') {
    const source = flow.nodeOf('head', node ?? '')
    return flow.links.flatMap((link, number) =>
      link.head && link.source === source ? [{ mark: 'changed', of: 'links', number } as const] : [],
    )
  }
  return (ofEdges[kind] ?? []).flatMap(mark => {
    const number = mark === 'removed' ? flow.linkOf('base', was) : flow.linkOf('head', edge)
    return number === undefined ? [] : [{ mark, of: 'links', number } as const]
  })
}
