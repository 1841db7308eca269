import { addTo } from '@scenewright/model/collections'

/** Words with numbers from 0 on, in the order of their first occurrence. */
export interface WordList {
  readonly size: number
  /** All words, by their numbers. */
  readonly all: readonly string[]
  add(word: string): number
  /** The number of a word, -1 if it is not listed. */
  find(word: string): number
  /** The numbers of the listed words that are one edit away from a word that is long enough to be mistyped. */
  oneEditFrom(word: string): readonly number[]
  wordAt(number: number): string
}

/** Shorter words are too similar to each other. */
const shortest = 4

/** Creates an empty list. An edit is one inserted, deleted or replaced letter, or two exchanged neighbors. */
export function createWordList(): WordList {
  const words: string[] = []
  const numbers = new Map<string, number>()
  // One edit changes the first letter or the last, not both, and the length by at most one: a word is searched by each
  // of its ends with each length.
  const byEnd = new Map<string, number[]>()
  let listed = 0
  /** Only when a word is searched: a change of one text searches for few words or none. */
  const listAll = () => {
    for (; listed < words.length; listed++) {
      const word = words[listed] ?? ''
      if (canBeMistyped(word)) for (const end of endsOf(word)) addTo(byEnd, `${end}${word.length}`, listed)
    }
  }
  return {
    get size() {
      return words.length
    },
    all: words,
    add(word) {
      const found = numbers.get(word)
      if (found !== undefined) return found
      const number = words.push(word) - 1
      numbers.set(word, number)
      return number
    },
    find: word => numbers.get(word) ?? -1,
    oneEditFrom(word) {
      if (!canBeMistyped(word)) return []
      listAll()
      const lengths = [word.length - 1, word.length, word.length + 1]
      return endsOf(word).flatMap(end =>
        lengths.flatMap(length =>
          (byEnd.get(`${end}${length}`) ?? []).filter(number => isOneEdit(word, words[number] ?? '')),
        ),
      )
    },
    wordAt: number => words[number] ?? '',
  }
}

function canBeMistyped(word: string): boolean {
  return word.length >= shortest && !/\d/.test(word)
}

function endsOf(word: string): readonly [string, string] {
  return [`${word.charAt(0)}-`, `-${word.charAt(word.length - 1)}`]
}

function isOneEdit(one: string, other: string): boolean {
  const longer = Math.abs(one.length - other.length)
  if (longer > 1) return false
  const shorter = Math.min(one.length, other.length)
  let begin = 0
  while (begin < shorter && one.charCodeAt(begin) === other.charCodeAt(begin)) begin++
  let end = 1
  while (end <= shorter - begin && one.charCodeAt(one.length - end) === other.charCodeAt(other.length - end)) end++
  const different = shorter - begin - end + 1
  if (longer === 1) return different === 0
  if (different < 2) return true
  return different === 2 && one[begin] === other[begin + 1] && one[begin + 1] === other[begin]
}
