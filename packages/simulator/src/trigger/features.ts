/** A word as the features that it contributes to a text. A feature is a 32-bit number computed from its letters. */
export interface WordFeatures {
  readonly stem: string
  /** The feature of the stem. */
  readonly word: number
  /** The hash from which the features of pairs that begin with the stem continue. */
  readonly pairBegin: number
  /**
   * The runs of two, three and four letters of the word, including its ends: inflected and mistyped words share them.
   */
  readonly grams: Int32Array
}

/** The number of kinds of features. Their order in a text: stems, pairs of stems, runs of letters. */
export const kindCount = 3

/** The maximum distance of the words of a pair. */
const pairReach = 3

const gramLengths = [2, 3, 4] as const

// Three seeds, so that a word, a pair and a run of letters with the same spelling are three features.
const wordSeed = 0x811c9dc5
const pairSeed = 0x2b7e1516
const gramSeed = 0x3c6ef372

/** Computes the features of a word with this stem. */
export function extractWordFeatures(word: string, stem: string): WordFeatures {
  return {
    stem,
    word: settle(hashText(stem)),
    pairBegin: hashText(' ', hashText(stem, pairSeed)),
    grams: Int32Array.from(gramsOf(word)),
  }
}

/**
 * Calls `add` for each feature of a list of words, and `endKind` after each kind. A pair is two different stems in
 * order, with up to two words between them: a part of a phrase.
 */
export function visitFeatures(words: readonly WordFeatures[], add: (feature: number) => void, endKind: () => void) {
  for (const { word } of words) add(word)
  endKind()
  for (let at = 0; at < words.length; at++) {
    for (let next = at + 1; next <= at + pairReach && next < words.length; next++)
      visitPair(words[at], words[next], add)
  }
  endKind()
  for (const { grams } of words) for (let at = 0; at < grams.length; at++) add(grams[at] ?? 0)
  endKind()
}

function visitPair(
  first: WordFeatures | undefined,
  second: WordFeatures | undefined,
  add: (feature: number) => void,
): void {
  if (first === undefined || second === undefined || first.stem === second.stem) return
  add(settle(hashText(second.stem, first.pairBegin)))
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
