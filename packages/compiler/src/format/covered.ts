import type { SuppressionComment } from '@scenewright/model'
import type { Places } from '../parse/places.ts'
import type { SourceNode } from '../parse/source-tree.ts'

/** A suppression, and what begins on the line that it covers, the first one first. */
export interface Covered {
  readonly suppression: string
  readonly paths: readonly string[]
}

/** What each suppression of a source covers. */
export function coveredBy(
  suppressions: readonly SuppressionComment[],
  root: SourceNode | undefined,
  places: Places,
): readonly Covered[] {
  if (suppressions.length === 0 || root === undefined) return []
  const paths = pathsByLine(root, places)
  return suppressions.map(({ rule, reason, line }) => {
    return { suppression: `${rule}: ${reason}`, paths: paths.get(line) ?? [] }
  })
}

/**
 * Whether every suppression covers the part that it covered first, and nothing before it but what holds it. One that
 * covered nothing may stand anywhere.
 */
export function coverTheSame(before: readonly Covered[], after: readonly Covered[]): boolean {
  const left = [...after]
  return before.every(one => {
    const match = left.findIndex(other => isSame(one, other))
    if (match !== -1) left.splice(match, 1)
    return match !== -1
  })
}

function isSame(before: Covered, after: Covered): boolean {
  const [path] = before.paths
  if (before.suppression !== after.suppression) return false
  if (path === undefined) return true
  const place = after.paths.indexOf(path)
  return place !== -1 && after.paths.slice(0, place).every(holder => path.startsWith(`${holder}/`))
}

function pathsByLine(root: SourceNode, places: Places): ReadonlyMap<number, readonly string[]> {
  const paths = new Map<number, string[]>()
  const begins = (offset: number, path: string) => {
    const line = places.line(offset)
    const others = paths.get(line)
    if (others === undefined) paths.set(line, [path])
    else others.push(path)
  }
  const visit = (node: SourceNode, path: string): void => {
    if (node.kind === 'scalar') begins(node.start, path)
    for (const [index, item] of node.kind === 'list' ? node.items.entries() : []) {
      begins(item.start, `${path}/${index}`)
      visit(item, `${path}/${index}`)
    }
    for (const { slot, key, value } of node.kind === 'mapping' ? node.fields : []) {
      begins(key.start, `${path}/${slot}`)
      visit(value, `${path}/${slot}`)
    }
  }
  visit(root, '')
  return paths
}
