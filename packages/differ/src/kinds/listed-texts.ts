import { scenarioPath } from '@scenewright/model/compilation'
import type { FoundChange } from '../change-details.ts'
import { type Placed, pairByKey, withPlaces } from '../match/pair-by-key.ts'
import type { ScenarioPair, TextList } from '../scenario-pair.ts'
import { appearance } from '../tell-apart.ts'

/** The kinds of changes of an item in a list of texts. */
interface ItemKinds<Kind extends string> {
  readonly removed: Kind
  readonly movedAway: Kind
  readonly movedHere: Kind
  readonly added: Kind
}

/** The texts that only one of the two lists contains. A repeated text counts as often as it occurs. */
export function compareTexts<Kind extends string>(
  { base, head, moves }: ScenarioPair,
  list: TextList,
  kinds: ItemKinds<Kind>,
): readonly FoundChange<Kind>[] {
  const { removed, added } = findUnmatched(base.document.scenario[list] ?? [], head.document.scenario[list] ?? [])
  const [likeAdded, likeRemoved] = [lookalikeAmong(added), lookalikeAmong(removed)]
  return [
    ...removed.map(({ value, index }): FoundChange<Kind> => {
      const scenario = moves.goesTo(list, value, head.key)
      const at = { base: scenarioPath(list, index) }
      if (scenario === undefined) return { kind: kinds.removed, before: value, ...likeAdded(value), at }
      return { kind: kinds.movedAway, before: value, scenario, at }
    }),
    ...added.map(({ value, index }): FoundChange<Kind> => {
      const scenario = moves.comesFrom(list, value, head.key)
      const at = { head: scenarioPath(list, index) }
      if (scenario === undefined) return { kind: kinds.added, after: value, ...likeRemoved(value), at }
      return { kind: kinds.movedHere, after: value, scenario, at }
    }),
  ]
}

/** Finds the item that looks equal to a text. */
function lookalikeAmong(items: readonly Placed<string>[]): (text: string) => Pick<FoundChange, 'lookalike'> {
  const byAppearance = new Map(items.map(({ value }) => [appearance(value), value]))
  return text => {
    const lookalike = byAppearance.get(appearance(text))
    return lookalike === undefined ? {} : { lookalike }
  }
}

/** Returns the items that only one of the lists has. */
export function findUnmatched(
  base: readonly string[],
  head: readonly string[],
): { readonly removed: readonly Placed<string>[]; readonly added: readonly Placed<string>[] } {
  const { onlyBase, onlyHead } = pairByKey(withPlaces(base), withPlaces(head), ({ value }) => value)
  return { removed: onlyBase, added: onlyHead }
}
