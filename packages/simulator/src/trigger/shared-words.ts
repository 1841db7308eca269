import { roundWeight } from './score-scenario.ts'
import type { Reason } from './scorer.ts'
import type { TextSpace } from './text-space.ts'

/** The number of words that a person reads at a glance. */
const shownWords = 5

/** Returns which words of a message a scenario shares, by the scenario's index, the highest weight first. */
export type SharedWords = (scenario: number) => readonly Reason[]

/** Creates this function for the words of a message. */
export function findSharedWords(space: TextSpace, words: readonly string[]): SharedWords {
  const shared = Array.from(space.profiles, () => noWords)
  for (const reason of weigh(words, space)) {
    // Scenarios that share the same words use one list: in a large bot there are many.
    const longer = new Map<readonly Reason[], readonly Reason[]>()
    for (const scenario of scenariosWith(space, reason.text)) {
      const known = shared[scenario] ?? noWords
      if (known.length === shownWords) continue
      const list = longer.get(known) ?? [...known, reason]
      longer.set(known, list)
      shared[scenario] = list
    }
  }
  return scenario => shared[scenario] ?? noWords
}

const noWords: readonly Reason[] = []

/** The scenarios with a word in one of their own texts. */
function scenariosWith({ owners, isOwn, featureOf, textsWith }: TextSpace, word: string): readonly number[] {
  const found: number[] = []
  for (const text of textsWith(featureOf(word))) {
    const owner = owners[text] ?? 0
    if (isOwn[text] === 1 && found.at(-1) !== owner) found.push(owner)
  }
  return found
}

/** The words of a message with their shares of its weight; of two with equal weight, the earlier first. */
function weigh(words: readonly string[], { featureOf, idfOf }: TextSpace): readonly Reason[] {
  const squares = Array.from(count(words), ([text, times]) => {
    return { text, square: ((1 + Math.log(times)) * idfOf(featureOf(text))) ** 2 }
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
