/** Reads a mistyped word as the known word that it was meant to be; any other as it is. */
export type Repair = (word: string) => string

/** Shorter words are too near to one another. */
const shortest = 4

/**
 * Makes it for the words of a bot's texts, each as often as they have it. A word that none of them is, is read as one
 * that is one edit away: a letter more, less or other, or two exchanged. Of several the one that the texts have most
 * often, then the first in the order of their code units.
 */
export function createRepair(texts: readonly (readonly string[])[]): Repair {
  const times = new Map<string, number>()
  for (const words of texts) for (const word of words) times.set(word, (times.get(word) ?? 0) + 1)
  const byEnd = listByEnds(times.keys())
  return word => {
    if (times.has(word) || !isRepairable(word)) return word
    let best = word
    let most = 0
    for (const end of endsOf(word)) {
      for (const candidate of byEnd.get(end) ?? []) {
        const often = times.get(candidate) ?? 0
        if (often < most || (often === most && candidate >= best) || !isOneEdit(word, candidate)) continue
        best = candidate
        most = often
      }
    }
    return best
  }
}

/** One edit changes the first letter or the last, not both: a word is looked for by either. */
function listByEnds(words: Iterable<string>): ReadonlyMap<string, readonly string[]> {
  const byEnd = new Map<string, string[]>()
  for (const word of words) {
    if (!isRepairable(word)) continue
    for (const end of endsOf(word)) {
      const listed = byEnd.get(end)
      if (listed === undefined) byEnd.set(end, [word])
      else listed.push(word)
    }
  }
  return byEnd
}

function isRepairable(word: string): boolean {
  return word.length >= shortest && !/\d/.test(word)
}

function endsOf(word: string): readonly [string, string] {
  return [`${word.charAt(0)}-`, `-${word.charAt(word.length - 1)}`]
}

/** Whether one insertion, deletion, substitution or exchange of neighbours makes one word of the other. */
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
