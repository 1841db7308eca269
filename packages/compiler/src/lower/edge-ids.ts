/**
 * Gives edges their default ids, in the order of the document: `<source>--<target>`, then `--2`, `--3` … behind it; an
 * id that is taken is passed over.
 */
export function createEdgeIds(taken: Iterable<string>): (source: string, target: string) => string {
  const used = new Set(taken)
  const counts = new Map<string, number>()
  return (source, target) => {
    const first = `${source}--${target}`
    let count = counts.get(first) ?? 0
    let id: string
    do {
      count += 1
      id = count === 1 ? first : `${first}--${count}`
    } while (used.has(id))
    counts.set(first, count)
    used.add(id)
    return id
  }
}
