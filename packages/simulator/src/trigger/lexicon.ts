import type { Language } from '@scenewright/model/config'
import { createFeatureCounter } from './feature-counter.ts'
import { extractWordFeatures, visitFeatures, type WordFeatures } from './features.ts'
import { stemmerOf } from './stemmer.ts'
import { wordsOf } from './tokens.ts'
import { createWordList, type WordList } from './word-list.ts'

/** Numbers features from 0 on, in the order of their first occurrence. */
interface FeatureTable {
  readonly size: number
  /** A copy of its content. */
  content(): FeatureTableContent
  /** The number of a feature; a new one gets a new number. */
  add(feature: number): number
  /** Its number, or -1. */
  find(feature: number): number
}

/** Slots, each with a feature, which is not 0, and its number; and how many of them are in use. */
interface FeatureTableContent {
  readonly slots: Int32Array
  readonly size: number
}

/** The features of a text. */
export interface TextFeatures {
  /** The numbers of its features, each once, grouped by kind; -1 is a feature that no learned text has. */
  readonly features: Int32Array
  /** How often each feature occurs in the text. */
  readonly counts: Uint16Array
  /** Where each kind ends. */
  readonly ends: Uint32Array
}

/** The words and features of a text. */
export interface Analysis extends TextFeatures {
  /** The numbers of its words, in their order. */
  readonly words: readonly number[]
}

/** What a lexicon has learned: its features, and its words by their numbers. */
export interface LexiconContent {
  readonly features: FeatureTableContent
  readonly words: readonly string[]
}

/** The words and features of all texts that were ever learned. It only grows, so several bots may use it in turn. */
export interface Lexicon {
  readonly language: Language
  /** The number of features. */
  readonly size: number
  readonly words: WordList
  /** What it has learned, for another one. */
  content(): LexiconContent
  /** Analyzes a text, and learns its words and features. The result is valid until the next call. */
  learn(text: string): Analysis
  /** Analyzes the words of a message, or of a text that was learned. The result is valid until the next call. */
  read(words: readonly string[]): TextFeatures
  /** The number of a word's feature, -1 if no text has it. */
  featureOf(word: string): number
}

/** The maximum number of words whose features are kept, and of their letters, so that no messages fill the memory. */
const maxKnownWords = 8192
const maxKnownLength = 40

/** Creates a lexicon, empty or with the content of another one of that language. */
export function createLexicon(language: Language, known?: LexiconContent): Lexicon {
  const table = createFeatureTable(known?.features)
  const list = createWordList()
  for (const word of known?.words ?? []) list.add(word)
  const featuresOf = createWordReader(language)
  const counter = createFeatureCounter()
  let numbers = new Int32Array()
  const count = (words: readonly string[], numberOf: (feature: number) => number) => {
    counter.begin()
    visitFeatures(words.map(featuresOf), counter.add, counter.endKind)
    const { size, features } = counter
    if (numbers.length < size) numbers = new Int32Array(features.length)
    for (let at = 0; at < size; at++) numbers[at] = numberOf(features[at] ?? 0)
    return { features: numbers.subarray(0, size), counts: counter.counts.subarray(0, size), ends: counter.ends }
  }
  return {
    language,
    get size() {
      return table.size
    },
    words: list,
    content: () => ({ features: table.content(), words: list.all }),
    learn(text) {
      const words = wordsOf(text)
      return { words: words.map(list.add), ...count(words, table.add) }
    },
    read: words => count(words, table.find),
    featureOf: word => table.find(featuresOf(word).word),
  }
}

/** Creates the function that returns the features of a word. The latest ones are kept, since messages repeat words. */
function createWordReader(language: Language): (word: string) => WordFeatures {
  const stem = stemmerOf(language)
  const known = new Map<string, WordFeatures>()
  return word => {
    const found = known.get(word)
    if (found !== undefined) return found
    const features = extractWordFeatures(word, stem(word))
    if (known.size >= maxKnownWords) known.clear()
    if (word.length <= maxKnownLength) known.set(word, features)
    return features
  }
}

/** The slots of an empty table. */
const fewestSlots = 1 << 12

/** The share of the slots in use from which a table grows. With half, it takes twice the memory and no less time. */
const maxLoad = 3 / 4

/**
 * An open-addressing table in a typed array: hundreds of thousands of features as strings took most of the memory. A
 * feature and its number are side by side, because most of the time is waiting for memory. The slots of another table are
 * copied: entering the features of 1,000 scenarios one by one took 14 ms of a check after a change.
 */
function createFeatureTable(known?: FeatureTableContent): FeatureTable {
  let table = known?.slots.slice() ?? new Int32Array(2 * fewestSlots)
  let size = known?.size ?? 0
  const grow = () => {
    const old = table
    table = new Int32Array(old.length * 2)
    for (let slot = 0; slot < old.length; slot += 2) {
      const feature = old[slot] ?? 0
      if (feature === 0) continue
      const place = slotOf(table, feature)
      table[place] = feature
      table[place + 1] = old[slot + 1] ?? 0
    }
  }
  return {
    get size() {
      return size
    },
    content: () => ({ slots: table.slice(), size }),
    add(feature) {
      const slot = slotOf(table, feature)
      if (table[slot] === feature) return table[slot + 1] ?? 0
      table[slot] = feature
      table[slot + 1] = size
      size++
      if (size > (table.length / 2) * maxLoad) grow()
      return size - 1
    },
    find(feature) {
      const slot = slotOf(table, feature)
      return table[slot] === feature ? (table[slot + 1] ?? 0) : -1
    },
  }
}

/** The slot of a feature, or the free one for it. */
function slotOf(table: Int32Array, feature: number): number {
  const mask = table.length - 1
  let slot = (feature << 1) & mask
  while (table[slot] !== 0 && table[slot] !== feature) slot = (slot + 2) & mask
  return slot
}

type Numbers = Int32Array | Uint16Array | Uint32Array

/** Creates a function that copies the features of texts, which then stay valid. */
export function createFeatureKeeper(): (features: TextFeatures) => TextFeatures {
  const pools = {
    features: createNumberPool(Int32Array),
    counts: createNumberPool(Uint16Array),
    ends: createNumberPool(Uint32Array),
  }
  return ({ features, counts, ends }) => {
    const kept = {
      features: pools.features(features.length),
      counts: pools.counts(counts.length),
      ends: pools.ends(ends.length),
    }
    kept.features.set(features)
    kept.counts.set(counts)
    kept.ends.set(ends)
    return kept
  }
}

/** The numbers in a block of memory. */
const blockSize = 1 << 14

/**
 * Creates a function that returns a new list of `size` numbers. Lists share blocks of memory: a bot has hundreds of
 * thousands of short ones, and a block for each would take more memory than the numbers.
 */
function createNumberPool<List extends Numbers>(create: new (size: number) => List): (size: number) => List {
  let block = new create(0)
  let used = 0
  return size => {
    if (used + size > block.length) {
      block = new create(Math.max(size, blockSize))
      used = 0
    }
    used += size
    return block.subarray(used - size, used) as List
  }
}
