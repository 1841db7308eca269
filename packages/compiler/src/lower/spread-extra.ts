import { put } from '../parse/put.ts'
import { findField, type SourceField, type SourceNode } from '../parse/source-tree.ts'

/** Adds the fields under `extra` of a mapping to its lowered value, except those with their own place. */
export function spreadExtra(
  target: Record<string, unknown>,
  holder: SourceNode | undefined,
  isOwned: (field: SourceField) => boolean,
): void {
  const extra = holder?.kind === 'mapping' ? findField(holder, 'extra')?.value : undefined
  if (extra?.kind !== 'mapping') return
  for (const field of extra.fields) if (!isOwned(field)) put(target, field.name, field.value.value)
}
