import { addTo } from '@scenewright/model/collections'

/**
 * A type that is not declared, and the indexes of the nodes or edges that use it, in the order of the definition; at
 * least one.
 */
export interface UndeclaredType {
  readonly type: string
  readonly indexes: readonly number[]
}

/** The types that are neither built in nor declared, each once, because one declaration would fix all uses. */
export function findUndeclaredTypes(
  types: readonly (string | undefined)[],
  declared: ReadonlySet<string>,
): readonly UndeclaredType[] {
  const found = new Map<string, number[]>()
  for (const [index, type] of types.entries()) {
    if (type === undefined || declared.has(type)) continue
    addTo(found, type, index)
  }
  return Array.from(found, ([type, indexes]) => ({ type, indexes }))
}
