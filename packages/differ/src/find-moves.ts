import { addTo } from '@scenewright/model/collections'
import type { ComparedScenario } from './compared-scenario.ts'
import { findUnmatched } from './kinds/listed-texts.ts'
import type { Pairing } from './match/pair-by-key.ts'
import type { Moves, TextList } from './scenario-pair.ts'

/** For two documents alone: nothing moves. */
export const noMoves: Moves = { goesTo: () => undefined, comesFrom: () => undefined }

const lists: readonly TextList[] = ['examples', 'exclusions']

/** Finds the texts that one scenario has lost and another has gained; of several others, the first by key. */
export function findMoves(scenarios: Pairing<ComparedScenario>): Moves {
  const lost = new Map<string, string[]>()
  const got = new Map<string, string[]>()
  for (const list of lists) {
    const note = (places: Map<string, string[]>, text: string, key: string) => {
      const name = `${list} ${text}`
      addTo(places, name, key)
    }
    const textsOf = ({ document }: ComparedScenario) => document.scenario[list] ?? []
    for (const { base, head } of scenarios.pairs) {
      if (base.document === head.document) continue
      const { removed, added } = findUnmatched(textsOf(base), textsOf(head))
      for (const { value } of removed) note(lost, value, head.key)
      for (const { value } of added) note(got, value, head.key)
    }
    for (const scenario of scenarios.onlyBase) for (const text of textsOf(scenario)) note(lost, text, scenario.key)
    for (const scenario of scenarios.onlyHead) for (const text of textsOf(scenario)) note(got, text, scenario.key)
  }
  const other = (places: ReadonlyMap<string, readonly string[]>) => (list: TextList, text: string, key: string) =>
    places.get(`${list} ${text}`)?.find(each => each !== key)
  return { goesTo: other(got), comesFrom: other(lost) }
}
