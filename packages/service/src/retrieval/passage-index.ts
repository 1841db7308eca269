import type { Language } from '@scenewright/model'
import type { InSlices } from '../in-slices.ts'
import { createSearchWords, type SearchWords } from './search-words.ts'
import { countTerms, createTermPostings, type TermPostings } from './term-postings.ts'
import { createVectorList, type VectorList } from './vector-list.ts'
import { createVocabulary, type Vocabulary } from './vocabulary.ts'

/** What a bot's passages are searched with; a passage is known by its place, in the order in which they came. */
export interface PassageIndex {
  readonly searchWords: SearchWords
  readonly vocabulary: Vocabulary
  readonly postings: TermPostings
  readonly vectors: VectorList
  /** In bytes, about. */
  readonly memory: number
}

/** A passage as it is taken in. */
interface IndexedPassage {
  /** The name of its document counts as a part of it. */
  readonly name: string
  readonly text: string
  readonly vector: Int8Array
  /** No question finds it; its vector is there to be compared. */
  readonly isHidden: boolean
}

/** Takes passages in, one after the other. */
export interface IndexBuilder {
  add(passage: IndexedPassage): void
  finish(): Promise<PassageIndex>
}

/** Makes an empty one. The longest piece of work takes a few milliseconds. */
export function createIndexBuilder(language: Language, inSlices: InSlices): IndexBuilder {
  const searchWords = createSearchWords(language)
  const vocabulary = createVocabulary()
  const vectors = createVectorList()
  const passages: ReturnType<typeof countTerms>[] = []
  return {
    add({ name, text, vector, isHidden }) {
      const words = isHidden ? [] : [...searchWords.ofPassage(name), ...searchWords.ofPassage(text)]
      passages.push(countTerms(words.map(vocabulary.add)))
      vectors.add(vector)
    },
    async finish() {
      const postings = await createTermPostings(passages, vocabulary.size, inSlices)
      const memory = postings.memory + vocabulary.memory + vectors.memory
      return { searchWords, vocabulary, postings, vectors, memory }
    },
  }
}
