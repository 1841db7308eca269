import type { Language } from '@scenewright/model/config'
import { extractFeatures, featureKinds, wordFeature } from './features.ts'
import { type Stem, stemmerOf } from './stemmer.ts'
import { wordsOf } from './tokens.ts'
import { createWordList, type WordList } from './word-list.ts'

/** Numbers features from 0 on, in the order of their first occurrence. */
interface FeatureTable {
  readonly size: number
  /** The number of a feature; a new one gets a new number. */
  add(feature: number): number
  /** Its number, or -1. */
  find(feature: number): number
}

/** The words and features of a text. */
export interface Analysis {
  /** The numbers of its words, in their order. */
  readonly words: Int32Array
  /** The numbers of its features, each once, grouped by kind; -1 is a feature that no learned text has. */
  readonly features: Int32Array
  /** How often each feature occurs in the text. */
  readonly counts: Uint16Array
  /** Where each kind ends. */
  readonly ends: readonly number[]
}

/** The words and features of all texts that were ever learned. It only grows, so several bots may use it in turn. */
export interface Lexicon {
  readonly language: Language
  /** The number of features. */
  readonly size: number
  readonly textCount: number
  readonly words: WordList
  /** Analyzes a text, and learns its features. A repeated text is analyzed only once. */
  learn(text: string): Analysis
  /** Analyzes the words of a message. */
  read(words: readonly string[]): Omit<Analysis, 'words'>
  /** The number of a word's feature, -1 if no text has it. */
  featureOf(word: string): number
}

/** Creates an empty lexicon. */
export function createLexicon(language: Language): Lexicon {
  const stem = stemmerOf(language)
  const table = createFeatureTable()
  const list = createWordList()
  const known = new Map<string, Analysis>()
  // A survey reads every learned text again as a message.
  const byWords = new Map<string, Analysis>()
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
      byWords.set(words.join(' '), analysis)
      return analysis
    },
    read: words => byWords.get(words.join(' ')) ?? analyse(words, stem, table.find),
    featureOf: word => table.find(wordFeature(stem(word))),
  }
}

function analyse(words: readonly string[], stem: Stem, numberOf: (feature: number) => number): Omit<Analysis, 'words'> {
  const found = extractFeatures(words, stem)
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

/** An open-addressing table over typed arrays: hundreds of thousands of features as strings took most of the memory. */
function createFeatureTable(): FeatureTable {
  let features = new Int32Array(1 << 12)
  let numbers = new Int32Array(1 << 12)
  let size = 0
  const slotOf = (feature: number): number => {
    const mask = features.length - 1
    let slot = feature & mask
    while (features[slot] !== 0 && features[slot] !== feature) slot = (slot + 1) & mask
    return slot
  }
  const grow = () => {
    const [oldFeatures, oldNumbers] = [features, numbers]
    features = new Int32Array(oldFeatures.length * 2)
    numbers = new Int32Array(features.length)
    oldFeatures.forEach((feature, old) => {
      if (feature === 0) return
      const slot = slotOf(feature)
      features[slot] = feature
      numbers[slot] = oldNumbers[old] ?? 0
    })
  }
  return {
    get size() {
      return size
    },
    add(feature) {
      const slot = slotOf(feature)
      if (features[slot] === feature) return numbers[slot] ?? 0
      features[slot] = feature
      numbers[slot] = size
      size++
      if (size * 2 > features.length) grow()
      return size - 1
    },
    find(feature) {
      const slot = slotOf(feature)
      return features[slot] === feature ? (numbers[slot] ?? 0) : -1
    },
  }
}
