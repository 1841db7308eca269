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
  const list = (end: string, number: number) => {
    const listed = byEnd.get(end)
    if (listed === undefined) byEnd.set(end, [number])
    else listed.push(number)
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
      if (canBeMistyped(word)) for (const end of endsOf(word)) list(`${end}${word.length}`, number)
      return number
    },
    find: word => numbers.get(word) ?? -1,
    oneEditFrom: word =>
      canBeMistyped(word)
        ? endsOf(word).flatMap(end =>
            [word.length - 1, word.length, word.length + 1].flatMap(length =>
              (byEnd.get(`${end}${length}`) ?? []).filter(number => isOneEdit(word, words[number] ?? '')),
            ),
          )
        : [],
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
  const more = one.length - other.length
  if (more < -1 || more > 1) return false
  let from = 0
  while (from < one.length && from < other.length && one[from] === other[from]) from++
  if (more === 1) return one.slice(from + 1) === other.slice(from)
  if (more === -1) return one.slice(from) === other.slice(from + 1)
  if (one.slice(from + 1) === other.slice(from + 1)) return true
  return one[from] === other[from + 1] && one[from + 1] === other[from] && one.slice(from + 2) === other.slice(from + 2)
}
