import { nodeTypes } from '@scenewright/model'
import { canonicalOrder, type Role, roleOf } from './field-order.ts'
import { keepsAliases } from './keeps-aliases.ts'
import type { Collection, Entry, Layout } from './layout.ts'

/**
 * A scenario with its fields in their order and its nodes in their short forms. What an anchor names stays as it is,
 * since it may stand elsewhere with another meaning; so does the order of a mapping with a field that nobody knows, and
 * all of a file whose aliases would then stand before their anchors.
 */
export function tidy(root: Collection): Collection {
  const tidied = tidyMapping(root, 'scenario')
  return keepsAliases(root, tidied) ? tidied : root
}

function tidyMapping(mapping: Collection, role: Role): Collection {
  if (mapping.anchor !== undefined || mapping.kind !== 'mapping') return mapping
  const entries = mapping.entries.map(entry => {
    const inner = roleOf(role, nameOf(entry) ?? '')
    return inner === undefined ? entry : { ...entry, value: tidyValue(entry.value, inner) }
  })
  return { ...mapping, entries: role === 'nodes' || mapping.isPinned ? entries : inOrder(entries, role) }
}

function tidyValue(value: Layout, role: Role): Layout {
  if (value.kind === 'scalar' || value.kind === 'alias' || value.anchor !== undefined) return value
  if (value.kind === 'list') {
    return { ...value, entries: value.entries.map(entry => ({ ...entry, value: tidyValue(entry.value, role) })) }
  }
  const mapping = tidyMapping(value, role)
  return role === 'node' ? shortNode(mapping) : mapping
}

function inOrder(entries: readonly Entry[], role: Exclude<Role, 'nodes'>): readonly Entry[] {
  if (role === 'node') return nodeFieldsInOrder(entries)
  return sorted(entries, canonicalOrder[role])
}

/** The fields of a type of its own keep their order, since that is the document's. */
function nodeFieldsInOrder(entries: readonly Entry[]): readonly Entry[] {
  const type = entries.find(entry => nameOf(entry) === 'type')?.value
  const isOwn = type !== undefined && !isWord(type, nodeTypes.reply) && !isWord(type, nodeTypes.end)
  if (!isOwn) return sorted(entries, canonicalOrder.node)
  const isNamed = (...names: string[]) => entries.filter(entry => names.includes(nameOf(entry) ?? ''))
  const [first, last] = [
    [...isNamed('type'), ...isNamed('title')],
    [...isNamed('next'), ...isNamed('extra')],
  ]
  return [...first, ...entries.filter(entry => !first.includes(entry) && !last.includes(entry)), ...last]
}

function sorted(entries: readonly Entry[], order: readonly string[]): readonly Entry[] {
  const rank = (entry: Entry) => order.indexOf(nameOf(entry) ?? '')
  return entries.every(entry => rank(entry) !== -1) ? [...entries].sort((a, b) => rank(a) - rank(b)) : entries
}

function shortNode(node: Collection): Layout {
  const type = node.entries.find(entry => nameOf(entry) === 'type')
  if (type === undefined || !isBare(type) || (node.tail ?? []).length > 0) return node
  if (isWord(type.value, nodeTypes.end) && node.entries.length === 1) return { kind: 'scalar', value: nodeTypes.end }
  const hasText = node.entries.some(entry => nameOf(entry) === 'text')
  if (!isWord(type.value, nodeTypes.reply) || !hasText) return node
  return { ...node, entries: node.entries.filter(entry => entry !== type) }
}

/** Whether nothing is lost with an entry but its key and its value. */
function isBare({ key, value, leading = [], trailing }: Entry): boolean {
  const hasAnchor =
    (key?.kind === 'scalar' && key.anchor !== undefined) || (value.kind === 'scalar' && value.anchor !== undefined)
  return leading.length === 0 && trailing === undefined && !hasAnchor
}

function isWord(value: Layout, word: string): boolean {
  return value.kind === 'scalar' && value.value === word
}

function nameOf({ key }: Entry): string | undefined {
  return key?.kind === 'scalar' ? String(key.value) : undefined
}
