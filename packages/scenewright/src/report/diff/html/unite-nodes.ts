import type { Change, ChangeKind, FlowMatch } from '@scenewright/differ'
import { canonicalJson, type Definition } from '@scenewright/model'
import type { Picture, PictureNode } from '../../../graph/picture.ts'
import type { PartMark } from './drawing.ts'

/** A node of either side, or of both. */
export interface UnitedNode {
  readonly mark: PartMark
  readonly base?: PictureNode
  readonly head?: PictureNode
}

/** Both sides as pictures, and what is taken for one and the same. */
export interface PicturedPair {
  readonly match: FlowMatch
  readonly base: Picture
  readonly head: Picture
  /** Whether both sides are there: else nothing is new, and nothing gone. */
  readonly isWhole: boolean
}

/** The nodes of the head in their order, then those that only the base has. */
export function uniteNodes(pair: PicturedPair, changes: readonly Change[]): readonly UnitedNode[] {
  const { match, base, head, isWhole } = pair
  const old = new Map(base.nodes.map(node => [node.id, node]))
  const contents = { base: contentsOf(match.base.flow), head: contentsOf(match.head.flow) }
  const taken = new Set<string>()
  const united = head.nodes.map((node): UnitedNode => {
    const id = baseIdOf(node, match)
    const was = id === undefined ? undefined : old.get(id)
    if (was === undefined) return { mark: isWhole ? 'added' : 'same', head: node }
    taken.add(was.id)
    return { mark: markOf(was, node, contents), base: was, head: node }
  })
  const gone = base.nodes.filter(({ id }) => !taken.has(id))
  const all = [...united, ...gone.map((node): UnitedNode => ({ mark: isWhole ? 'removed' : 'same', base: node }))]
  return withLost(all, changes)
}

/** A node that the head only names is the one that the base has, or names, where that is no other one now. */
function baseIdOf({ id, look }: PictureNode, match: FlowMatch): string | undefined {
  return look === 'missing' && match.headIdOf(id) === undefined ? id : match.baseIdOf(id)
}

interface Contents {
  readonly base: ReadonlyMap<string, string>
  readonly head: ReadonlyMap<string, string>
}

/** What each node is, its id aside, and a title that is the id. */
function contentsOf({ nodes }: Definition): ReadonlyMap<string, string> {
  return new Map(
    nodes.map(({ id, title, ...content }) => [id, canonicalJson({ ...content, ...(title !== id && { title }) })]),
  )
}

function markOf(base: PictureNode, head: PictureNode, contents: Contents): PartMark {
  const isSame = contents.base.get(base.id) === contents.head.get(head.id) && base.isStart === head.isStart
  if (!isSame) return 'changed'
  return base.id === head.id ? 'same' : 'renamed'
}

const losses: ReadonlySet<ChangeKind> = new Set(['node-unreached', 'way-lost', 'end-lost'])

/** A change has the head's name of a node where the head has it. */
function withLost(nodes: readonly UnitedNode[], changes: readonly Change[]): readonly UnitedNode[] {
  const lost = new Set(changes.flatMap(({ kind, node }) => (losses.has(kind) && node !== undefined ? [node] : [])))
  return nodes.map(node => {
    const isLost = node.base !== undefined && node.head !== undefined && lost.has(node.head.id)
    return isLost ? { ...node, mark: 'lost' } : node
  })
}
