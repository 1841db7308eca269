/** The features of a text, in three kinds. A feature is a 32-bit number computed from its letters. */
export interface Features {
  /** The stems of the words. */
  readonly words: Int32Array
  /** Two stems in order, with up to two words between them: parts of a phrase. */
  readonly pairs: Int32Array
  /**
   * The runs of two, three and four letters of each word, including its ends: inflected and mistyped words share them.
   */
  readonly grams: Int32Array
}

/** The kinds, in their order in vectors. */
export const featureKinds = ['words', 'pairs', 'grams'] as const

/** The maximum distance of the words of a pair. */
const pairReach = 3

const gramLengths = [2, 3, 4] as const

/** Computes the features of a list of words. */
export function extractFeatures(words: readonly string[], stem: (word: string) => string): Features {
  const stems = words.map(stem)
  return {
    words: Int32Array.from(stems, wordFeature),
    pairs: pairsOf(stems),
    grams: Int32Array.from(words.flatMap(gramsOf)),
  }
}

/** The feature of a word's stem. */
export function wordFeature(stem: string): number {
  return settle(hashText(stem))
}

// Three seeds, so that a word, a pair and a run of letters with the same spelling are three features.
const wordSeed = 0x811c9dc5
const pairSeed = 0x2b7e1516
const gramSeed = 0x3c6ef372

function pairsOf(stems: readonly string[]): Int32Array {
  const pairs: number[] = []
  stems.forEach((first, at) => {
    const begun = hashText(' ', hashText(first, pairSeed))
    for (const second of stems.slice(at + 1, at + 1 + pairReach))
      if (second !== first) pairs.push(settle(hashText(second, begun)))
  })
  return Int32Array.from(pairs)
}

function gramsOf(word: string): readonly number[] {
  const letters = `^${word}$`
  const grams: number[] = []
  for (const length of gramLengths) {
    for (let start = 0; start + length <= letters.length; start++) {
      let hash = gramSeed
      for (let at = start; at < start + length; at++) hash = Math.imul(hash ^ letters.charCodeAt(at), 0x01000193)
      grams.push(settle(hash))
    }
  }
  return grams
}

/** The 32-bit hash of a text, FNV-1a over its code units; it can continue from the hash of a preceding text. */
export function hashText(text: string, begun = wordSeed): number {
  let next = begun
  for (let at = 0; at < text.length; at++) next = Math.imul(next ^ text.charCodeAt(at), 0x01000193)
  return next
}

/** Spreads the similar hashes of short texts; never 0, which means no feature. */
function settle(hash: number): number {
  let mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return mixed ^ (mixed >>> 16) || 1
}
