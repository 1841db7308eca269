import { compareText } from '@scenewright/model/text'

/** A word of a vocabulary, and its similarity to another, from 0 to 1. */
export interface NearWord {
  readonly term: number
  readonly similarity: number
}

/** Words with numbers from 0 on, in the order of their first occurrence. */
export interface Vocabulary {
  readonly size: number
  /** The approximate size in bytes. */
  readonly memory: number
  add(word: string): number
  /** The number of a word, or undefined if it is not listed. */
  find(word: string): number | undefined
  /**
   * The listed words that `counts` and that have a similar spelling, itself included, the most similar first; ties are
   * in the order of the words, not of their numbers.
   */
  near(word: string, counts?: (term: number) => boolean): readonly NearWord[]
}

/** Words below this similarity are considered unrelated. */
const minSimilarity = 0.45
/** The maximum number of similar words. */
const maxNear = 24
/** Words that share less are not considered parts of each other. */
const minShared = 0.2
/** The minimum similarity of a word that is a part of another one, as in compounds. */
const partSimilarity = 0.7
const shortestPart = 5
/** Memory overhead of a listed word and of an n-gram, in bytes. */
const entrySize = 180

/**
 * Creates an empty vocabulary. Similarity is the share of the runs of two and three letters that two words have in
 * common.
 */
export function createVocabulary(): Vocabulary {
  const words: string[] = []
  const sizes: number[] = []
  const numbers = new Map<string, number>()
  const holders = new Map<string, number[]>()
  let memory = 0
  /** The number of letter runs that each word shares with the searched one; 0 between two calls. */
  let shared = new Uint8Array(64)
  /** Indexes the word by its runs of letters; returns their number. */
  const list = (word: string, term: number): number => {
    const grams = gramsOf(word)
    for (const gram of grams) {
      const listed = holders.get(gram)
      if (listed === undefined) holders.set(gram, [term])
      else listed.push(term)
      memory += listed === undefined ? entrySize : 16
    }
    return grams.size
  }
  return {
    get size() {
      return words.length
    },
    get memory() {
      return memory
    },
    add(word) {
      const known = numbers.get(word)
      if (known !== undefined) return known
      const term = words.push(word) - 1
      numbers.set(word, term)
      sizes.push(list(word, term))
      memory += entrySize + 2 * word.length
      return term
    },
    find: word => numbers.get(word),
    near(word, counts = () => true) {
      if (shared.length < words.length) shared = new Uint8Array(words.length * 2)
      const grams = gramsOf(word)
      const met: number[] = []
      for (const gram of grams) {
        for (const term of holders.get(gram) ?? []) {
          const before = shared[term] ?? 0
          if (before === 0) met.push(term)
          shared[term] = before + 1
        }
      }
      const found: NearWord[] = []
      for (const term of met) {
        const dice = (2 * (shared[term] ?? 0)) / (grams.size + (sizes[term] ?? 0))
        shared[term] = 0
        const similarity = dice < minShared ? dice : similarityOf(word, words[term] ?? '', dice)
        if (similarity >= minSimilarity && counts(term)) found.push({ term, similarity })
      }
      const wordOf = ({ term }: NearWord) => words[term] ?? ''
      return found.sort((a, b) => b.similarity - a.similarity || compareText(wordOf(a), wordOf(b))).slice(0, maxNear)
    },
  }
}

function similarityOf(word: string, other: string, dice: number): number {
  if (word === other) return 1
  const [part, whole] = word.length < other.length ? [word, other] : [other, word]
  return part.length >= shortestPart && whole.includes(part) ? Math.max(dice, partSimilarity) : dice
}

/** Includes the ends of the word. */
function gramsOf(word: string): ReadonlySet<string> {
  const letters = `^${word.slice(0, maxWordLength)}$`
  const grams = new Set<string>()
  for (const length of [2, 3]) {
    for (let start = 0; start + length <= letters.length; start++) grams.add(letters.slice(start, start + length))
  }
  return grams
}

/** Longer texts are not words. */
const maxWordLength = 40
