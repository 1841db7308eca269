import type { Change } from '@scenewright/model/compilation'
import { sourceOrder } from '../format/tidy.ts'
import type { TreePath } from './tree-path.ts'

/** A plain value with the change at `path`. Undefined if the value there cannot be changed in this way. */
export function changedValue(value: unknown, path: TreePath, change: Change): unknown {
  const [step, ...rest] = path
  if (step === undefined) return changedLeaf(value, change)
  if (Array.isArray(value)) {
    const index = Number(step)
    if (change.kind === 'remove' && rest.length === 0) return value.filter((_item, each) => each !== index)
    const inner = changedValue(value[index], rest, change)
    return inner === undefined ? undefined : value.map((item, each) => (each === index ? inner : item))
  }
  if (typeof value !== 'object' || value === null) return undefined
  const fields = Object.entries(value)
  const inner = changedValue(fields.find(([name]) => name === step)?.[1], rest, change)
  if (inner === undefined) return undefined
  if (fields.some(([name]) => name === step)) {
    return Object.fromEntries(fields.map(([name, field]) => [name, name === step ? inner : field]))
  }
  const names = fields.map(([name]) => name)
  const at = names.indexOf(fieldBefore(names, String(step)) ?? '') + 1
  return Object.fromEntries(fields.toSpliced(at, 0, [String(step), inner]))
}

function changedLeaf(value: unknown, change: Change): unknown {
  if (change.kind === 'set') return change.value
  if (change.kind !== 'insert') return changedText(value, change)
  return value === undefined || Array.isArray(value) ? [...(value ?? []), ...change.texts] : undefined
}

/** A text with the change made. */
export function changedText(value: unknown, change: Change): string | undefined {
  if (typeof value !== 'string') return undefined
  if (change.kind === 'replace') return change.text
  if (change.kind === 'uncomment') return value + change.comment
  return change.kind === 'strip' ? value.replace(change.characters, '') : undefined
}

/** Of the fields that a scenario has, the last one before a new one in canonical order. */
export function fieldBefore(names: readonly string[], name: string): string | undefined {
  const rank = sourceOrder.indexOf(name)
  return sourceOrder.slice(0, Math.max(0, rank)).findLast(other => names.includes(other))
}
