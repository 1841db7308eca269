import type { Change } from '@scenewright/differ'
import { partsIn } from '../../../diff/touches.ts'
import type { DrawnPair } from './draw-pair.ts'

/** Which parts of a drawing a change is about, by their numbers. */
interface ChangedParts {
  readonly nodes: readonly number[]
  readonly links: readonly number[]
  readonly walk: readonly number[]
}

/** Finds them. A change has the head's names, and the base's only where the head has none. */
export function partsOf(change: Change, { nodeOf, linkOf }: DrawnPair): ChangedParts {
  const { node, edge, was, before, after, walk = [] } = change
  const known = (id: string) => nodeOf('head', id) ?? nodeOf('base', id)
  const links = edge === undefined ? [] : [linkOf('head', edge), linkOf('base', was ?? edge)]
  const ends = edge === undefined ? [] : [...endsOf('base', before), ...endsOf('head', after)]
  return {
    nodes: numbers([...(node === undefined ? [] : [known(node)]), ...ends, ...stretchOf(before, after).map(known)]),
    links: numbers(links),
    walk: walkOf(walk, nodeOf),
  }

  function endsOf(side: 'base' | 'head', value: unknown): readonly (number | undefined)[] {
    return idsIn(value).map(id => nodeOf(side, id))
  }
}

/** The ids of the nodes that came or went together. */
function stretchOf(before: unknown, after: unknown): readonly string[] {
  return [before, after].flatMap(value => partsIn(value, 'nodes'))
}

/** The ends of an edge, where the value is one. */
function idsIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return []
  return ['source', 'target'].flatMap(end => {
    const id: unknown = Reflect.get(value, end)
    return typeof id === 'string' ? [id] : []
  })
}

/** A walk is one of the head where the head has all of it, else of the base. */
function walkOf(walk: readonly string[], nodeOf: DrawnPair['nodeOf']): readonly number[] {
  const now = walk.map(id => nodeOf('head', id))
  return numbers(now.includes(undefined) ? walk.map(id => nodeOf('base', id) ?? nodeOf('head', id)) : now)
}

function numbers(found: readonly (number | undefined)[]): readonly number[] {
  return [...new Set(found.filter(each => each !== undefined))]
}
