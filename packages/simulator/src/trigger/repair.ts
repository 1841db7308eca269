import type { WordList } from './word-list.ts'

/** Reads a mistyped word as the known word that it was meant to be; any other as it is. */
export type Repair = (word: string) => string

/**
 * Makes it for the words of a bot's texts, each given as often as they have it. A word that none of them is, is read as
 * one of them that is one edit away: of several the one that the texts have most often, then the first in the order of
 * their code units.
 */
export function createRepair(list: WordList, texts: readonly Int32Array[]): Repair {
  const times = new Uint32Array(list.size)
  for (const words of texts) for (const word of words) times[word] = (times[word] ?? 0) + 1
  return word => {
    if ((times[list.find(word)] ?? 0) > 0) return word
    let best = word
    let most = 0
    for (const candidate of list.oneEditFrom(word)) {
      const often = times[candidate] ?? 0
      if (often === 0 || often < most || (often === most && list.wordAt(candidate) >= best)) continue
      best = list.wordAt(candidate)
      most = often
    }
    return best
  }
}
