import { canonicalJson, type FlowNode, nodeTypes } from '@scenewright/model'

/** A node, and its neighbours by names that both sides share. */
export interface Surrounded {
  readonly node: FlowNode
  readonly neighbours: readonly string[]
}

/** How much what a node says, what it is called and where it stands count. */
const weights = { said: 0.6, called: 0.15, stands: 0.25 } as const

/**
 * How alike two nodes of different ids are: from 0 to 1, and from 2 to 3 where they say the very same, so that what is
 * the same always comes first. Nodes of different types are not alike at all.
 */
export function likeness(one: Surrounded, other: Surrounded): number {
  if (one.node.type !== other.node.type) return 0
  const stands = overlap(one.neighbours, other.neighbours)
  if (contentOf(one.node) === contentOf(other.node)) return 2 + stands
  // An END says nothing by which it could be told from others.
  if (one.node.type === nodeTypes.end) return stands
  const said = overlap(wordsOf(saidBy(one.node)), wordsOf(saidBy(other.node)))
  const called = overlap(wordsOf(calls(one.node)), wordsOf(calls(other.node)))
  return weights.said * said + weights.called * called + weights.stands * stands
}

/** What a node is but for its id, and a title that follows from it. */
export function contentOf({ id, title, ...content }: FlowNode): string {
  return canonicalJson(title === id ? content : { ...content, title: title ?? null })
}

function saidBy({ id: _id, type: _type, title: _title, ...fields }: FlowNode): string {
  return typeof fields.text === 'string' && Object.keys(fields).length === 1 ? fields.text : canonicalJson(fields)
}

function calls({ id, title }: FlowNode): string {
  return title === undefined ? id : `${id} ${title}`
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
}

/** The share that two lists have in common, repetitions counted; two empty ones have nothing in common. */
function overlap(one: readonly string[], other: readonly string[]): number {
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
