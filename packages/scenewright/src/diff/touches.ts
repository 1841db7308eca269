import type { Change, ChangeKind } from '@scenewright/differ'
import type { JoinedFlow } from './joined-flow.ts'

/**
 * What has become of a part, the first of these that is said of it. `lost` is a node that is reached no more, or has no
 * way to an END any more.
 */
export type TouchMark = (typeof touchMarks)[number]

const touchMarks = ['added', 'removed', 'lost', 'changed', 'renamed'] as const

/** One part of a flow that a change is about, by its number. */
export interface Touch {
  readonly mark: TouchMark
  readonly of: 'nodes' | 'links'
  readonly number: number
}

/** The parts of a flow that changes are about, in the order of the changes. */
export function touchesOf(flow: JoinedFlow, changes: readonly Change[]): readonly Touch[] {
  return changes.flatMap(change => [...touchedNodes(flow, change), ...touchedLinks(flow, change)])
}

/** What has become of each part that is touched, by its number. */
export function marksOf(touches: readonly Touch[]) {
  const marks = { nodes: new Map<number, TouchMark>(), links: new Map<number, TouchMark>() }
  for (const { mark, of, number } of touches) {
    const said = marks[of].get(number)
    if (said === undefined || touchMarks.indexOf(mark) < touchMarks.indexOf(said)) marks[of].set(number, mark)
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

function touchedNodes({ nodeOf }: JoinedFlow, { kind, node = '', before }: Change): readonly Touch[] {
  const mark = ofNodes[kind]
  if (mark === undefined) return []
  // A change has the head's name of a node, where the head has that node.
  const number = mark === 'removed' ? nodeOf('base', node) : (nodeOf('head', node) ?? nodeOf('base', node))
  const earlier = kind === 'start-moved' ? nodeOf('base', String(before)) : undefined
  return [number, earlier].flatMap(each => (each === undefined ? [] : [{ mark, of: 'nodes', number: each } as const]))
}

const ofEdges: { readonly [kind in ChangeKind]?: readonly TouchMark[] } = {
  'edge-added': ['added'],
  'edge-overtakes': ['added'],
  'edge-removed': ['removed'],
  'edge-rerouted': ['removed', 'added'],
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
