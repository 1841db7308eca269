import { type FlowNode, nodeTypes } from '@scenewright/model'
import { canonicalJson } from '@scenewright/model/canonical-json'

/** The properties by which nodes are compared. */
export interface NodeProfile {
  readonly type: string
  /** The contents of the node, without its id and without a title derived from it. */
  readonly content: string
  /** The words of its reply, or of its fields. */
  readonly contentWords: readonly string[]
  /** The words of its id and title. */
  readonly nameWords: readonly string[]
  /** Its neighbors, by names that both sides share. */
  readonly neighbors: readonly string[]
}

export function createProfile(node: FlowNode, neighbors: readonly string[]): NodeProfile {
  const { type } = node
  return {
    type,
    content: contentOf(node),
    contentWords: wordsOf(contentText(node)),
    nameWords: wordsOf(nameText(node)),
    neighbors,
  }
}

/** The weights of a node's content, its name and its position. */
const weights = { contentWords: 0.6, nameWords: 0.15, position: 0.25 } as const

/**
 * The similarity of two nodes with different ids: from 0 to 1, and from 2 to 3 for equal content, so that equal nodes
 * always come first. Nodes with different types have none.
 */
export function nodeSimilarity(one: NodeProfile, other: NodeProfile): number {
  if (one.type !== other.type) return 0
  const position = overlap(one.neighbors, other.neighbors)
  if (one.content === other.content) return 2 + position
  // ENDs have no content to distinguish them.
  if (one.type === nodeTypes.end) return position
  const contentWords = overlap(one.contentWords, other.contentWords)
  const nameWords = overlap(one.nameWords, other.nameWords)
  return weights.contentWords * contentWords + weights.nameWords * nameWords + weights.position * position
}

function contentOf({ id, title, ...content }: FlowNode): string {
  return canonicalJson(title === id ? content : { ...content, title: title ?? null })
}

function contentText({ id: _id, type: _type, title: _title, ...fields }: FlowNode): string {
  return typeof fields.text === 'string' && Object.keys(fields).length === 1 ? fields.text : canonicalJson(fields)
}

function nameText({ id, title }: FlowNode): string {
  return title === undefined ? id : `${id} ${title}`
}

/** The words of a text, in lower case. */
export function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
}

/** The share that two lists have in common, repetitions counted; two empty ones have nothing in common. */
export function overlap(one: readonly string[], other: readonly string[]): number {
  const left = new Map<string, number>()
  for (const item of one) left.set(item, (left.get(item) ?? 0) + 1)
  let common = 0
  for (const item of other) {
    const count = left.get(item) ?? 0
    if (count === 0) continue
    left.set(item, count - 1)
    common += 1
  }
  const all = one.length + other.length
  return all === 0 ? 0 : (2 * common) / all
}
