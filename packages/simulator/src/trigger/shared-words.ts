import { roundWeight } from './score-scenario.ts'
import type { Reason } from './scorer.ts'
import type { TextSpace } from './text-space.ts'

/** As many words as a person reads at a glance. */
const shownWords = 5

/** Tells which words of a message a scenario has, by the scenario's place, the weightiest first. */
export type SharedWords = (scenario: number) => readonly Reason[]

/** Makes what tells it of the words of messages. */
export function createSharedWords(space: TextSpace): (words: readonly string[]) => SharedWords {
  const holders = holdersOf(space)
  return words => {
    const shared = new Map<number, Reason[]>()
    for (const reason of weigh(words, space)) {
      for (const scenario of holders.get(space.featureOf(reason.text)) ?? []) {
        const known = shared.get(scenario)
        if (known === undefined) shared.set(scenario, [reason])
        else if (known.length < shownWords) known.push(reason)
      }
    }
    return scenario => shared.get(scenario) ?? []
  }
}

/** For each word's feature the scenarios that have it. */
function holdersOf({ profiles, wordFeaturesOf }: TextSpace): ReadonlyMap<number, ReadonlySet<number>> {
  const holders = new Map<number, Set<number>>()
  profiles.forEach(({ first, texts: { ownCount } }, place) => {
    for (let text = first; text < first + ownCount; text++) {
      for (const feature of wordFeaturesOf(text)) {
        const holding = holders.get(feature)
        if (holding === undefined) holders.set(feature, new Set([place]))
        else holding.add(place)
      }
    }
  })
  return holders
}

/** The words of a message with their shares of its weight; of two that weigh the same, the earlier first. */
function weigh(words: readonly string[], { featureOf, rarityOf }: TextSpace): readonly Reason[] {
  const squares = Array.from(count(words), ([text, times]) => {
    return { text, square: ((1 + Math.log(times)) * rarityOf(featureOf(text))) ** 2 }
  })
  const total = squares.reduce((sum, { square }) => sum + square, 0)
  return squares
    .sort((a, b) => b.square - a.square)
    .map(({ text, square }) => ({ kind: 'word', text, weight: roundWeight(square / total) }))
}

/** Counts how often each word occurs, in the order of its first occurrence. */
function count(words: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}
