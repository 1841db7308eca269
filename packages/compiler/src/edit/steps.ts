import type { EditRefusal } from '@scenewright/model/compilation'
import { put } from '../parse/put.ts'
import type { SourceNode } from '../parse/source-tree.ts'
import { nodeAt, nodesPath, type TreePath } from './tree-path.ts'

/** One change of a source tree. A change of a document consists of one or more. */
export type Step =
  /** Writes another value where one is written. */
  | { readonly kind: 'write'; readonly path: TreePath; readonly value: unknown; readonly style?: WriteStyle }
  /** Adds a field to the mapping at `path`, after the field `after`, or else as the first. */
  | ({ readonly kind: 'field'; readonly path: TreePath; readonly after: string | undefined } & NewField)
  /** Adds items to the list at `path`, before the item at `index`. */
  | { readonly kind: 'items'; readonly path: TreePath; readonly index: number; readonly values: readonly unknown[] }
  /** Makes the value at `path` the only item of a new list, and inserts `value` at `index`. */
  | { readonly kind: 'wrap'; readonly path: TreePath; readonly index: number; readonly value: unknown }
  | { readonly kind: 'remove'; readonly path: TreePath }
  /** Gives the field at `path` another name. */
  | { readonly kind: 'rename'; readonly path: TreePath; readonly name: string }
  /** Moves the field or item at `path` to the index `to`. */
  | { readonly kind: 'move'; readonly path: TreePath; readonly to: number }

/** The steps in the tree of a source that make a change of its document, or the reason why there are none. */
export type Plan = readonly Step[] | EditRefusal

/** A field of a mapping that does not exist yet. */
interface NewField {
  readonly name: string
  readonly value: unknown
}

/** How a text is written: as set by a person, in its present quotes, without some characters, or with its comment. */
export type WriteStyle =
  | { readonly kind: 'quotes' }
  | { readonly kind: 'strip'; readonly characters: RegExp }
  | { readonly kind: 'uncomment'; readonly comment: string }

/**
 * The plain value of a tree after steps, whose paths are all those of the tree before. Its nodes are a `Map`, because
 * their order has a meaning, and an object would put names such as `7` first.
 */
export function applySteps(root: SourceNode, steps: readonly Step[]): unknown {
  const nodes = nodeAt(root, nodesPath)
  const ordered =
    nodes?.kind === 'mapping'
      ? at(root.value, nodesPath, () => new Map(nodes.fields.map(({ slot, value }) => [slot, value.value])))
      : root.value
  return inOrder(steps).reduce(applyStep, ordered)
}

/** Such that no step changes the path of a later one: inner values first, and the last items of a list first. */
function inOrder(steps: readonly Step[]): readonly Step[] {
  return steps.toReversed().toSorted((a, b) => {
    return holderOf(b).length - holderOf(a).length || ranks[a.kind] - ranks[b.kind] || placeOf(b) - placeOf(a)
  })
}

/** Inner values first: what is added at the end of a value comes before what is added after it at the same place. */
export function innerFirst(steps: readonly Step[]): readonly Step[] {
  return steps.toSorted((a, b) => holderOf(b).length - holderOf(a).length)
}

const ranks = { write: 0, wrap: 1, field: 2, items: 2, remove: 2, rename: 3, move: 4 } as const

/** The path of the mapping or list whose content a step changes. */
function holderOf({ kind, path }: Step): TreePath {
  return kind === 'field' || kind === 'items' ? path : path.slice(0, -1)
}

/** An item is removed before another one is added in its place. */
function placeOf(step: Step): number {
  if (step.kind === 'items') return step.index - 0.5
  const last = step.path.at(-1)
  return step.kind === 'remove' && typeof last === 'number' ? last : -1
}

function applyStep(value: unknown, step: Step): unknown {
  return at(value, holderOf(step), holder => changedHolder(holder, step))
}

/** The value with its part at `path` changed. */
function at(value: unknown, [name, ...rest]: TreePath, change: (part: unknown) => unknown): unknown {
  if (name === undefined) return change(value)
  if (Array.isArray(value)) {
    return value.map((item, index) => (index === Number(name) ? at(item, rest, change) : item))
  }
  return withFields(
    value,
    fieldsOf(value).map(([own, part]) => [own, own === name ? at(part, rest, change) : part]),
  )
}

function changedHolder(holder: unknown, step: Step): unknown {
  const name = step.path.at(-1) ?? ''
  if (step.kind === 'items') {
    return Array.isArray(holder) ? holder.toSpliced(step.index, 0, ...step.values) : holder
  }
  if (step.kind === 'write') return at(holder, [name], () => step.value)
  if (step.kind === 'wrap') return at(holder, [name], part => [part].toSpliced(step.index, 0, step.value))
  if (Array.isArray(holder)) return changedList(holder, Number(name), step)
  return withFields(holder, changedFields(fieldsOf(holder), step))
}

function changedFields(fields: Fields, step: Step): Fields {
  if (step.kind === 'field') {
    const index = fields.findIndex(([own]) => own === step.after) + 1
    return fields.toSpliced(index, 0, [step.name, step.value])
  }
  const name = step.path.at(-1)
  if (step.kind === 'remove') return fields.filter(([own]) => own !== name)
  if (step.kind === 'rename') return fields.map(([own, part]) => [own === name ? step.name : own, part])
  const from = fields.findIndex(([own]) => own === name)
  return step.kind === 'move' ? moved(fields, from, step.to) : fields
}

function changedList(list: readonly unknown[], index: number, step: Step): unknown {
  return step.kind === 'move' ? moved(list, index, step.to) : list.toSpliced(index, 1)
}

function moved<Item>(items: readonly Item[], from: number, to: number): readonly Item[] {
  return items.toSpliced(from, 1).toSpliced(to, 0, ...items.slice(from, from + 1))
}

type Fields = readonly (readonly [name: string, value: unknown])[]

function fieldsOf(value: unknown): Fields {
  if (value instanceof Map) return [...value]
  return typeof value === 'object' && value !== null ? Object.entries(value) : []
}

/** A mapping of the kind of `holder` with these fields. */
function withFields(holder: unknown, fields: Fields): unknown {
  if (holder instanceof Map) return new Map(fields)
  const target: Record<string, unknown> = {}
  for (const [name, value] of fields) put(target, name, value)
  return target
}
