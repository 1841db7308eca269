import type { Change, ChangeKind } from '@scenewright/differ'
import type { PictureLink, PictureNode } from '../graph/picture.ts'
import { type FlowSides, type JoinedFlow, type JoinedLink, joinFlows } from './joined-flow.ts'

/** What has become of a part. `lost` is a node that is reached no more, or has no way to an END any more. */
export type TouchMark = 'added' | 'removed' | 'lost' | 'changed'

/** The part of a flow that changes touch. Ids are unique here, and mean nothing else. */
export interface TouchedFlow {
  readonly nodes: readonly (PictureNode & Touched)[]
  readonly links: readonly (PictureLink & Touched)[]
  /** How many nodes belong here and are left out. */
  readonly left: number
}

interface Touched {
  readonly touch?: TouchMark
}

/**
 * Finds what changes touch, and the direct neighbours of the nodes that have changed themselves: `most` nodes, those of
 * the gravest changes first, as the changes are sorted. Undefined where no node and no edge is touched.
 */
export function touchedFlow(sides: FlowSides, changes: readonly Change[], most: number): TouchedFlow | undefined {
  const flow = joinFlows(sides)
  const touches = changes.flatMap(change => touchesOf(flow, change))
  if (touches.length === 0) return undefined
  const { nodes, links } = marksOf(touches)
  const all = [...links.keys(), ...flow.links.head.filter(link => !links.has(link))]
  const near = all.filter(link => endsOf(link).some(id => nodes.has(id)))
  const wanted = new Set([
    ...touches.flatMap(({ node, link }) => (link ? endsOf(link) : [node])),
    ...near.flatMap(endsOf),
  ])
  const shown = new Set([...wanted].slice(0, most))
  return {
    nodes: [...flow.nodes.values()].filter(({ id }) => shown.has(id)).map(node => marked(node, nodes.get(node.id))),
    links: all
      .filter(link => endsOf(link).every(id => shown.has(id)))
      .slice(0, mostLinks * most)
      .map(link => marked(link, links.get(link))),
    left: wanted.size - shown.size,
  }
}

/** More ways a node make no picture. */
const mostLinks = 3

/** One part that a change is about. */
type Touch = { readonly mark: TouchMark } & (
  | { readonly node: string; readonly link?: undefined }
  | { readonly node?: undefined; readonly link: JoinedLink }
)

const ofNodes: { readonly [kind in ChangeKind]?: TouchMark } = {
  'node-added': 'added',
  'node-removed': 'removed',
  'node-unreached': 'lost',
  'way-lost': 'lost',
  'end-lost': 'lost',
  'node-renamed': 'changed',
  'node-type-changed': 'changed',
  'node-field-changed': 'changed',
  'node-retitled': 'changed',
  'reply-changed': 'changed',
  'start-moved': 'changed',
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

function touchesOf(flow: JoinedFlow, change: Change): readonly Touch[] {
  const { kind, node = '', edge = '', was = edge } = change
  const { base, head } = flow.links
  if (kind === 'edges-reordered')
    return head.filter(({ source }) => source === node).map(link => ({ link, mark: 'changed' }))
  const mark = ofNodes[kind]
  if (mark !== undefined) {
    // A change has the head's name of a node, where the head has that node.
    const name = mark === 'removed' || !flow.nodes.has(node) ? flow.nameOfBase(node) : node
    return flow.nodes.has(name) ? [{ node: name, mark }] : []
  }
  return (ofEdges[kind] ?? []).flatMap(mark => {
    const link = mark === 'removed' ? base.find(each => each.edge === was) : head.find(each => each.edge === edge)
    return link === undefined ? [] : [{ link, mark }]
  })
}

/** What has become of each part: the gravest that is said of it, but what is new or gone is that. */
function marksOf(touches: readonly Touch[]) {
  const nodes = new Map<string, TouchMark>()
  const links = new Map<JoinedLink, TouchMark>()
  const isWhole = ({ mark }: Touch) => mark === 'added' || mark === 'removed'
  for (const { node, link, mark } of [...touches.filter(isWhole), ...touches.filter(touch => !isWhole(touch))]) {
    if (link === undefined) nodes.set(node, nodes.get(node) ?? mark)
    else links.set(link, links.get(link) ?? mark)
  }
  return { nodes, links }
}

function marked<Part extends object>(part: Part, touch: TouchMark | undefined): Part & Touched {
  return touch === undefined ? part : { ...part, touch }
}

function endsOf({ source, target }: PictureLink): readonly string[] {
  return [source, target]
}
