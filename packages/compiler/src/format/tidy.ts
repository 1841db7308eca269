import { nodeTypes } from '@scenewright/model'
import schema from '@scenewright/schemas/scenario.schema.json' with { type: 'json' }
import type { Collection, Entry, Layout } from './layout.ts'

/** The kind of a mapping in a scenario's source. */
type Role = 'scenario' | 'flow' | 'nodes' | 'node' | 'target' | 'edge'

/** The order of the fields of a source, as `decompile` writes them: that of its schema. */
export const sourceOrder: readonly string[] = Object.keys(schema.properties)

/** The order of the known fields of a mapping. */
export const canonicalOrder = {
  scenario: sourceOrder,
  flow: ['start', 'nodes', 'edges', 'extra'],
  node: ['type', 'title', 'text', 'next', 'extra'],
  target: ['to', 'priority', 'condition', 'id', 'extra'],
  edge: ['source', 'target', 'priority', 'condition', 'id', 'extra'],
} as const

/** The roles of the values in a mapping, by field name; in `nodes`, of every field. */
const roles: { readonly [holder in Role]?: { readonly [field: string]: Role } } = {
  scenario: { flow: 'flow' },
  flow: { nodes: 'nodes', edges: 'edge' },
  node: { next: 'target' },
}

/**
 * A scenario with its fields in canonical order and its nodes in their short forms. The value of an anchor is
 * unchanged, because it may be used elsewhere with another meaning. So is the order of a mapping with an unknown field,
 * and a whole file whose aliases would otherwise come before their anchors.
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

/** The own fields of a type keep their order, which is that of the document. */
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
  if (isWord(type.value, nodeTypes.end) && node.entries.length === 1) {
    // A comment behind the brackets is then behind a word that needs no quotes: nobody takes it for the rest of a text.
    return { kind: 'scalar', value: nodeTypes.end, isBeforeComment: true }
  }
  const hasText = node.entries.some(entry => nameOf(entry) === 'text')
  if (!isWord(type.value, nodeTypes.reply) || !hasText) return node
  return { ...node, entries: node.entries.filter(entry => entry !== type) }
}

/** Whether an entry contains only its key and its value. */
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

/** Whether every alias still refers to the same value after fields were reordered. */
function keepsAliases(before: Collection, after: Collection): boolean {
  const [was, is] = [anchorTrail(before), anchorTrail(after)]
  if (String(was) === String(is)) return true
  const named = new Set<string>()
  for (const mark of is) {
    const isAnchor = mark.startsWith('&')
    const isKnown = named.has(mark.slice(1))
    // If a name is used for several values in turn, every position matters.
    if (isAnchor === isKnown) return false
    named.add(mark.slice(1))
  }
  return true
}

/** The anchors and aliases of a layout in their order. */
function anchorTrail(root: Collection): readonly string[] {
  const trail: string[] = []
  const visit = (layout: Layout | undefined): void => {
    if (layout === undefined) return
    if (layout.kind === 'alias') {
      trail.push(`*${layout.name}`)
      return
    }
    if (layout.anchor !== undefined) trail.push(`&${layout.anchor}`)
    if (layout.kind === 'scalar') return
    for (const { key, value } of layout.entries) {
      visit(key)
      visit(value)
    }
  }
  visit(root)
  return trail
}

/** The role of the value of a field, or of each item of its list. */
function roleOf(holder: Role, field: string): Role | undefined {
  if (holder === 'nodes') return 'node'
  const inner = roles[holder]
  return inner !== undefined && Object.hasOwn(inner, field) ? inner[field] : undefined
}
