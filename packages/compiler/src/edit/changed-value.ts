import type { Change } from '@scenewright/model/compilation'
import type { TreePath } from './tree-path.ts'

/** A plain value with the change at `path`. Undefined if the value there cannot be changed in this way. */
export function changedValue(value: unknown, path: TreePath, change: Change): unknown {
  const [step, ...rest] = path
  if (step === undefined) return changedText(value, change)
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
  return Object.fromEntries(fields.map(([name, field]) => [name, name === step ? inner : field]))
}

/** A text with the change made. */
export function changedText(value: unknown, change: Change): string | undefined {
  if (typeof value !== 'string' || change.kind === 'remove') return undefined
  if (change.kind === 'replace') return change.text
  return change.kind === 'uncomment' ? value + change.comment : value.replace(change.characters, '')
}
