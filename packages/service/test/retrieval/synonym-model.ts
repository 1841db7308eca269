import { stemmerOf, wordsOf } from '@scenewright/simulator'
import { isCommonWord } from '../../src/retrieval/common-words.ts'
import { readSynonyms } from './sets.ts'

const stem = stemmerOf('en')

/** The groups of synonyms of each stem, by their numbers. */
const groupsOf = new Map<string, Set<number>>()

for (const [number, group] of readSynonyms().entries()) {
  for (const word of group.flatMap(wordsOf)) {
    const key = stem(word)
    groupsOf.set(key, (groupsOf.get(key) ?? new Set()).add(number))
  }
}

/** The weight of a word itself; the groups of its synonyms together have the weight 1. */
const ownWeight = 0.5

/** The vector of a text: the sum of its words, and of the groups of synonyms that they belong to. */
export function synonymVector(text: string, dimensions: number): number[] {
  const vector = new Array<number>(dimensions).fill(0.001)
  const add = (meaning: string, weight: number) => {
    let hash = 7
    for (const letter of meaning) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003
    vector[hash % dimensions] = (vector[hash % dimensions] ?? 0) + weight
  }
  const stems = new Set(
    wordsOf(text)
      .filter(word => !isCommonWord(word))
      .map(stem),
  )
  for (const each of stems) {
    add(each, ownWeight)
    const groups = groupsOf.get(each) ?? new Set()
    for (const group of groups) add(`group ${group}`, 1 / groups.size)
  }
  return vector
}
