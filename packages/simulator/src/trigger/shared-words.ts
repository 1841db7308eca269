import type { Reason } from './scorer.ts'
import { wordsOf } from './tokens.ts'
import type { Vocabulary } from './vocabulary.ts'

/** As many words as a person reads at a glance. */
const shownWords = 5

/** Tells which words of a message the scenarios have, by the scenarios' places, the weightiest first. */
export type SharedWords = (message: string) => (scenario: number) => readonly Reason[]

/** Lists, for each word, the scenarios that have it. Each scenario is given as its texts. */
export function createSharedWords(scenarios: readonly (readonly string[])[], vocabulary: Vocabulary): SharedWords {
  const holders = new Map<string, Set<number>>()
  scenarios.forEach((texts, place) => {
    for (const word of texts.flatMap(wordsOf)) {
      const holding = holders.get(word)
      if (holding === undefined) holders.set(word, new Set([place]))
      else holding.add(place)
    }
  })
  return message => {
    const weighed = weigh(message, vocabulary)
    return scenario => weighed.filter(word => holders.get(word.text)?.has(scenario)).slice(0, shownWords)
  }
}

/** The words of a message with their shares of its weight; of two that weigh the same, the earlier first. */
function weigh(message: string, vocabulary: Vocabulary): readonly Reason[] {
  const squares = Array.from(count(wordsOf(message)), ([text, times]) => {
    return { text, square: (times * vocabulary.wordWeight(text)) ** 2 }
  })
  const total = squares.reduce((sum, { square }) => sum + square, 0)
  return squares
    .sort((a, b) => b.square - a.square)
    .map(({ text, square }) => ({ kind: 'word', text, weight: roundWeight(square / total) }))
}

/** Three decimals, as weights are shown. */
export function roundWeight(weight: number): number {
  return Math.round(weight * 1000) / 1000
}

/** Counts how often each word occurs, in the order of its first occurrence. */
function count(words: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}
