import type { Definition } from '@scenewright/model'
import type { Picture } from '../../../graph/picture.ts'
import { labelText } from '../../graph/boxes.ts'
import type { PartMark, SideName } from './drawing.ts'
import type { PicturedPair } from './unite-nodes.ts'

/** A way of one side, between the numbers of two united nodes. */
interface SideLink {
  readonly id: string
  readonly source: number
  readonly target: number
  readonly label: string
}

/** A way of either side, or of both where it leads from the same node to the same. */
export interface UnitedLink {
  readonly mark: PartMark
  readonly base?: SideLink
  readonly head?: SideLink
}

/** The numbers of the united nodes, by their ids on each side. */
type Places = { readonly [side in SideName]: ReadonlyMap<string, number> }

/** Those that are on both sides, then those that one side has. A way that leads elsewhere now is two. */
export function uniteLinks({ match, base, head, isWhole }: PicturedPair, places: Places): readonly UnitedLink[] {
  const { pairs, onlyBase, onlyHead } = match.edges
  const sides = {
    base: linksOf(base, match.base.flow, places.base),
    head: linksOf(head, match.head.flow, places.head),
  }
  const alone = (side: SideName, index: number): readonly UnitedLink[] => {
    const link = sides[side][index]
    const mark = isWhole ? (side === 'base' ? 'removed' : 'added') : 'same'
    return link === undefined ? [] : [{ mark, [side]: link }]
  }
  return [
    ...pairs.flatMap((pair): readonly UnitedLink[] => {
      const [before, now] = [sides.base[pair.base.index], sides.head[pair.head.index]]
      if (before === undefined || now === undefined) return []
      const isOneWay = before.source === now.source && before.target === now.target
      if (!isOneWay) return [...alone('base', pair.base.index), ...alone('head', pair.head.index)]
      return [{ mark: before.label === now.label ? 'same' : 'changed', base: before, head: now }]
    }),
    ...onlyBase.flatMap(({ index }) => alone('base', index)),
    ...onlyHead.flatMap(({ index }) => alone('head', index)),
  ]
}

/** In the order of the edges, as the picture has them; it has every end of one as a node. */
function linksOf({ links }: Picture, flow: Definition, places: ReadonlyMap<string, number>): readonly SideLink[] {
  return links.map(({ source, target, label }, index) => ({
    id: flow.edges[index]?.id ?? '',
    source: places.get(source) ?? -1,
    target: places.get(target) ?? -1,
    label: labelText(label),
  }))
}
