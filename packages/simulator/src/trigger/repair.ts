import type { WordList } from './word-list.ts'

/** Corrects a mistyped word to the most likely known word; returns any other word unchanged. */
export type Repair = (word: string) => string

/**
 * Creates the correction for the words of a bot's texts, each repeated as often as it occurs. An unknown word is
 * corrected to a known one that is one edit away: the most frequent one, then the first in the order of code units.
 */
export function createRepair(list: WordList, texts: readonly Int32Array[]): Repair {
  const times = new Uint32Array(list.size)
  for (const words of texts) for (const word of words) times[word] = (times[word] ?? 0) + 1
  const repaired = new Map<string, string>()
  const search = (word: string) => {
    let best = word
    let max = 0
    for (const candidate of list.oneEditFrom(word)) {
      const often = times[candidate] ?? 0
      if (often === 0 || often < max || (often === max && list.wordAt(candidate) >= best)) continue
      best = list.wordAt(candidate)
      max = often
    }
    return best
  }
  return word => {
    const number = list.find(word)
    if (number >= 0 && (times[number] ?? 0) > 0) return word
    const known = repaired.get(word)
    if (known !== undefined) return known
    const best = search(word)
    if (repaired.size >= maxRepaired) repaired.clear()
    if (word.length <= maxLength) repaired.set(word, best)
    return best
  }
}

/** The maximum number of corrections that are kept, and of their letters, so that no messages fill the memory. */
const maxRepaired = 4096
const maxLength = 40
