import { wordsOf } from '@scenewright/simulator'

/** The dimension of a vector. */
export const dimensions = 512

/** The beginning of a word represents its inflected forms, so vectors do not depend on the language of the bot. */
const beginning = 6
const gramLength = 4
/** The total weight of the n-grams of a word; the word itself weighs 1. */
const gramShare = 1

/**
 * A text as a vector of signed bytes: each word and each run of four of its letters is added to or subtracted from one
 * of 512 components, by its hash. Longer words have more weight, because the shortest ones are the least informative.
 * All components are 0 if the text contains no word. Uses the first 2,000 characters.
 */
export function hashVector(text: string): Int8Array {
  const sums = new Float64Array(dimensions)
  for (const [word, weight] of weighWords(text)) {
    add(sums, hashBeginning(word), weight)
    const letters = `^${word}$`
    const grams = Math.max(1, letters.length - gramLength + 1)
    for (let start = 0; start < grams; start++) {
      add(sums, hashOf(letters.slice(start, start + gramLength), gramSeed), (weight * gramShare) / Math.sqrt(grams))
    }
  }
  return asBytes(sums)
}

/** The words of a text, each once, with its weight in the vector. Its letters have the same weight again. */
export function weighWords(text: string): ReadonlyMap<string, number> {
  const weights = new Map<string, number>()
  for (const word of wordsOf(text)) weights.set(word, (weights.get(word) ?? 0) + 1)
  for (const [word, times] of weights) weights.set(word, (1 + Math.log(times)) * weightOf(word))
  return weights
}

/** The hash that words with the same beginning share. */
export function hashBeginning(word: string): number {
  return hashOf(word.slice(0, beginning), wordSeed)
}

function weightOf(word: string): number {
  return Math.min(1, word.length / beginning) ** 2
}

const wordSeed = 0x811c9dc5
const gramSeed = 0x3c6ef372

function add(sums: Float64Array, hash: number, weight: number): void {
  const slot = (hash >>> 1) % dimensions
  sums[slot] = (sums[slot] ?? 0) + ((hash & 1) === 0 ? weight : -weight)
}

/** FNV-1a over code units, mixed again, because the hashes of short texts are similar. */
function hashOf(text: string, seed: number): number {
  let hash = seed
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  return (hash ^ (hash >>> 13)) >>> 0
}

function asBytes(sums: Float64Array): Int8Array {
  const bytes = new Int8Array(sums.length)
  const largest = sums.reduce((max, sum) => Math.max(max, Math.abs(sum)), 0)
  if (largest === 0) return bytes
  // A fifth of the time of `Int8Array.from` with a function.
  for (let at = 0; at < sums.length; at++) bytes[at] = Math.round(((sums[at] ?? 0) / largest) * 127)
  return bytes
}
