import type { Field, Item, MappingValue, Mark, Value } from './value.ts'

/** A mapping of these fields, in JavaScript's order: names that are indexes first, ascending. */
export function mapping(fields: ReadonlyMap<string, Field>, { node, frame }: Mark): MappingValue {
  return { kind: 'mapping', fields: inOrder(fields), node, frame }
}

/** A field, and the place of its name. */
export function toField({ value, slot }: Item, { node, frame }: Mark): Field {
  return { value, slot, node, frame }
}

/** A field whose parts are all at one place. */
export function fieldAt(value: Value, mark: Mark): Field {
  return toField({ value, slot: mark }, mark)
}

function inOrder(fields: ReadonlyMap<string, Field>): ReadonlyMap<string, Field> {
  const indexes: string[] = []
  for (const name of fields.keys()) if (isIndex(name)) indexes.push(name)
  if (indexes.length === 0) return fields
  indexes.sort((a, b) => Number(a) - Number(b))
  const ordered = new Map<string, Field>()
  for (const name of [...indexes, ...fields.keys()]) {
    const field = fields.get(name)
    if (field !== undefined) ordered.set(name, field)
  }
  return ordered
}

function isIndex(name: string): boolean {
  const first = name.charCodeAt(0)
  return first >= 48 && first <= 57 && /^(?:0|[1-9]\d{0,9})$/.test(name) && Number(name) < 2 ** 32 - 1
}
