/** Puts disjoint groups, and the nodes in each, in the order in which a walk from the start first gets to them. */
export function nearestFirst(
  reached: ReadonlySet<string>,
  groups: readonly Iterable<string>[],
): readonly (readonly string[])[] {
  const groupOf = new Map<string, number>()
  for (const [number, group] of groups.entries()) for (const id of group) groupOf.set(id, number)
  const sorted = new Map<number, string[]>()
  for (const id of reached) {
    const number = groupOf.get(id)
    if (number === undefined) continue
    const nodes = sorted.get(number)
    if (nodes === undefined) sorted.set(number, [id])
    else nodes.push(id)
  }
  return [...sorted.values()]
}
