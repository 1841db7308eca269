import { addTo } from '@scenewright/model/collections'
import { plainForm, typedForms } from './plain-letters.ts'
import type { WordList } from './word-list.ts'

/** Corrects a mistyped word to the most likely known word; returns any other word unchanged. */
export type Repair = (word: string) => string

/**
 * Creates the correction for the words of a bot's texts; `times` has how often each occurs. An unknown word is
 * corrected to the known word that it is without special letters, or else to one that is one edit away: each time the
 * most frequent one, then the first in the order of code units.
 */
export function createRepair(list: WordList, times: Uint32Array): Repair {
  const typed = indexTypedForms(list, times)
  const repaired = new Map<string, string>()
  const mostFrequent = (candidates: readonly number[], word: string) => {
    let best = word
    let max = 0
    for (const candidate of candidates) {
      const often = times[candidate] ?? 0
      if (often === 0 || often < max || (often === max && list.wordAt(candidate) >= best)) continue
      best = list.wordAt(candidate)
      max = often
    }
    return best
  }
  const search = (word: string) => {
    const plain = plainForm(word)
    const same = mostFrequent([list.find(plain), ...(typed.get(plain) ?? [])], word)
    return same === word ? mostFrequent(list.oneEditFrom(word), word) : same
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

/** The known words by the forms in which they are typed without special letters. */
function indexTypedForms(list: WordList, times: Uint32Array): ReadonlyMap<string, readonly number[]> {
  const typed = new Map<string, number[]>()
  for (let number = 0; number < list.size; number++) {
    if ((times[number] ?? 0) === 0) continue
    for (const form of typedForms(list.wordAt(number))) addTo(typed, form, number)
  }
  return typed
}

/** The maximum number of corrections that are kept, and of their letters, so that no messages fill the memory. */
const maxRepaired = 4096
const maxLength = 40
