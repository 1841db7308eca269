import type { Language } from '@scenewright/model/config'
import { type Stem, stemmerOf, wordsOf } from '@scenewright/simulator'
import type { TimeSlicer } from '../runtime/time-slicer.ts'
import { isCommonWord } from './common-words.ts'
import { dimensions } from './hash-vector.ts'
import { countTerms, createTermPostings, type PassageTerms, type TermPostings } from './term-postings.ts'
import { createVocabulary, type Vocabulary } from './vocabulary.ts'

/** Vectors in one growing block, and their similarities to others. */
interface VectorList {
  readonly size: number
  /** In bytes. */
  readonly memory: number
  add(vector: Int8Array): void
  vectorAt(place: number): Int8Array
  /** Writes the cosines of the vectors from `start` up to before `end` to their positions in `cosines`. */
  compare(vector: Int8Array, cosines: Float32Array, range: { readonly start: number; readonly end: number }): void
}

/** Converts texts to the stems of their words. Uses the first 2,000 characters of a text. */
interface SearchWords {
  /** All terms of a passage, in order. */
  ofPassage(text: string): readonly string[]
  /** The significant terms of a question, each once, at most 40. */
  ofQuestion(text: string): readonly string[]
}

const cyrillic: ReadonlySet<Language> = new Set(['ru', 'uk', 'be', 'kk', 'ky', 'tg'])

const maxAsked = 40

/** A stemmer caches its results: one per language serves all bots. */
const stemmers = new Map<Language, Stem>()

/** The search index of a bot's passages. A passage is identified by its position, in insertion order. */
export interface PassageIndex {
  readonly searchWords: SearchWords
  readonly vocabulary: Vocabulary
  readonly postings: TermPostings
  readonly vectors: VectorList
  /** The approximate size in bytes. */
  readonly memory: number
}

/** A passage to be indexed. */
interface IndexedPassage {
  /** The name of its document is indexed with it. */
  readonly name: string
  readonly text: string
  readonly vector: Int8Array
  /** Not found by questions; only its vector is compared. */
  readonly isHidden: boolean
}

/** Adds passages. */
export interface IndexBuilder {
  add(passage: IndexedPassage): void
  /** Adds the passage at a position of the former index. */
  keep(place: number): void
  finish(): Promise<PassageIndex>
}

/**
 * Creates an index, whose passages may be those of a former index in the same language: the results of a search do not
 * depend on it. The former index can still be searched. The longest step takes a few milliseconds.
 */
export function createIndexBuilder(language: Language, slicer: TimeSlicer, former?: PassageIndex): IndexBuilder {
  const searchWords = createSearchWords(language)
  const vocabulary = former?.vocabulary ?? createVocabulary()
  const vectors = createVectorList()
  const passages: (PassageTerms | number)[] = []
  return {
    add({ name, text, vector, isHidden }) {
      const words = isHidden ? [] : [...searchWords.ofPassage(name), ...searchWords.ofPassage(text)]
      passages.push(countTerms(words.map(vocabulary.add)))
      vectors.add(vector)
    },
    keep(place) {
      passages.push(place)
      if (former !== undefined) vectors.add(former.vectors.vectorAt(place))
    },
    async finish() {
      const postings = await createTermPostings(passages, {
        terms: vocabulary.size,
        slicer,
        ...(former && { former: former.postings }),
      })
      const memory = postings.memory + vocabulary.memory + vectors.memory
      return { searchWords, vocabulary, postings, vectors, memory }
    },
  }
}

/**
 * Creates it for a bot's language. Words in the other alphabet, Latin or Cyrillic, are stemmed as English or Russian.
 */
function createSearchWords(language: Language): SearchWords {
  const stemCyrillic = stemmer(cyrillic.has(language) ? language : 'ru')
  const stemOther = stemmer(cyrillic.has(language) ? 'en' : language)
  const stem = (word: string) => (/^[\u0400-\u04ff]/.test(word) ? stemCyrillic(word) : stemOther(word))
  return {
    ofPassage: text => plainWords(text).map(stem),
    ofQuestion: text => [...new Set(withoutCommon(plainWords(text)).map(stem))].slice(0, maxAsked),
  }
}

/** Different spellings that people consider the same letter are unified. */
function plainWords(text: string): readonly string[] {
  return wordsOf(text).map(word => word.replaceAll('\u0451', '\u0435').replaceAll('\u00df', 'ss'))
}

function withoutCommon(words: readonly string[]): readonly string[] {
  const telling = words.filter(word => !isCommonWord(word))
  return telling.length > 0 ? telling : words
}

function stemmer(language: Language): Stem {
  const known = stemmers.get(language)
  if (known !== undefined) return known
  const made = stemmerOf(language)
  stemmers.set(language, made)
  return made
}

/** Creates an empty block. */
function createVectorList(): VectorList {
  let numbers = new Int8Array(64 * dimensions)
  let lengths = new Float32Array(64)
  let size = 0
  return {
    get size() {
      return size
    },
    get memory() {
      return numbers.byteLength + lengths.byteLength
    },
    add(vector) {
      if (size === lengths.length) {
        numbers = grown(numbers, new Int8Array(numbers.length * 2))
        lengths = grown(lengths, new Float32Array(lengths.length * 2))
      }
      numbers.set(vector, size * dimensions)
      lengths[size] = lengthOf(vector)
      size++
    },
    vectorAt: place => numbers.subarray(place * dimensions, (place + 1) * dimensions),
    compare(vector, cosines, { start, end }) {
      const length = lengthOf(vector)
      // Numbers of the machine's native type are multiplied faster than bytes.
      const wide = Int32Array.from(vector)
      for (let place = start; place < end; place++) {
        const product = length * (lengths[place] ?? 0)
        cosines[place] = product === 0 ? 0 : dot(wide, numbers, place * dimensions) / product
      }
    },
  }
}

function grown<List extends { set(other: List): void }>(old: List, larger: List): List {
  larger.set(old)
  return larger
}

function lengthOf(vector: Int8Array): number {
  let square = 0
  for (const number of vector) square += number * number
  return Math.sqrt(square)
}

/** Integers: the sum is the same in any order, on any machine. */
function dot(vector: Int32Array, numbers: Int8Array, start: number): number {
  let [first, second, third, fourth] = [0, 0, 0, 0]
  for (let at = 0; at < dimensions; at += 4) {
    first += (vector[at] ?? 0) * (numbers[start + at] ?? 0)
    second += (vector[at + 1] ?? 0) * (numbers[start + at + 1] ?? 0)
    third += (vector[at + 2] ?? 0) * (numbers[start + at + 2] ?? 0)
    fourth += (vector[at + 3] ?? 0) * (numbers[start + at + 3] ?? 0)
  }
  return first + second + third + fourth
}
