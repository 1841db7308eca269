import type { Language } from '@scenewright/model'
import { createFeatureTable } from './feature-table.ts'
import { featureKinds, featuresOf, wordFeature } from './features.ts'
import { type Stem, stemmerOf } from './stemmer.ts'
import { wordsOf } from './tokens.ts'
import { createWordList, type WordList } from './word-list.ts'

/** What a text is made of. */
export interface Analysis {
  /** Its words by their numbers, in their order. */
  readonly words: Int32Array
  /** Its features by their numbers, each once, a kind after the other; -1 is a feature of no text that was learnt. */
  readonly features: Int32Array
  /** How often the text has each. */
  readonly counts: Uint16Array
  /** Where each kind ends. */
  readonly ends: readonly number[]
}

/** The words and features of all texts that were ever learnt. It only grows, so one bot after the other may use it. */
export interface Lexicon {
  readonly language: Language
  /** The number of features. */
  readonly size: number
  readonly textCount: number
  readonly words: WordList
  /** Takes a text apart, and learns what it is made of. The same text is taken apart once. */
  learn(text: string): Analysis
  /** Takes the words of a message apart. */
  read(words: readonly string[]): Omit<Analysis, 'words'>
  /** The number of the feature that a word is, -1 where no text has it. */
  featureOf(word: string): number
}

/** Makes an empty one. */
export function createLexicon(language: Language): Lexicon {
  const stem = stemmerOf(language)
  const table = createFeatureTable()
  const list = createWordList()
  const known = new Map<string, Analysis>()
  return {
    language,
    get size() {
      return table.size
    },
    get textCount() {
      return known.size
    },
    words: list,
    learn(text) {
      const found = known.get(text)
      if (found !== undefined) return found
      const words = wordsOf(text)
      const analysis = { words: Int32Array.from(words, list.add), ...analyse(words, stem, table.add) }
      known.set(text, analysis)
      return analysis
    },
    read: words => analyse(words, stem, table.find),
    featureOf: word => table.find(wordFeature(stem(word))),
  }
}

function analyse(words: readonly string[], stem: Stem, numberOf: (feature: number) => number): Omit<Analysis, 'words'> {
  const found = featuresOf(words, stem)
  const features: number[] = []
  const counts: number[] = []
  const ends: number[] = []
  for (const kind of featureKinds) {
    const slots = new Map<number, number>()
    for (const feature of found[kind]) {
      const slot = slots.get(feature)
      if (slot !== undefined) counts[slot] = (counts[slot] ?? 0) + 1
      else {
        slots.set(feature, features.length)
        features.push(numberOf(feature))
        counts.push(1)
      }
    }
    ends.push(features.length)
  }
  return { features: Int32Array.from(features), counts: Uint16Array.from(counts), ends }
}
