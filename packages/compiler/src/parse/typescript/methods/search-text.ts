/** Finds the first place of a part in a text at or after an index, or -1. */
type Search = (text: string, from: number) => number

/** Reads a text's code unit at an index, which is counted from the left or from the right. */
type Reader = (text: string, index: number) => number

// The search of the language takes the product of both lengths in the worst case, which is harmless for a short part.
export const shortPart = 32

/** The first place of a part in a text at or after an index, or -1, in linear time. */
export function findFirst(text: string, part: string, from = 0): number {
  return searchFor(part)(text, from)
}

/** The last place of a part in a text at or before an index, or -1, in linear time. */
export function findLast(text: string, part: string, until = Number.NaN): number {
  if (part.length <= shortPart) return text.lastIndexOf(part, until)
  const latest = text.length - part.length
  // As in the language, an index that is not a number is the end.
  const last = Number.isNaN(until) ? latest : Math.min(Math.max(0, Math.trunc(until)), latest)
  const found = createSearch(part, (of, index) => of.charCodeAt(of.length - 1 - index))(text, latest - last)
  return found === -1 ? -1 : latest - found
}

/** At most so many places of a part in a text, of which none overlaps another, in linear time. */
export function findAll(text: string, part: string, most = Number.POSITIVE_INFINITY): readonly number[] {
  const search = searchFor(part)
  const places: number[] = []
  let from = 0
  while (from <= text.length && places.length < most) {
    const at = search(text, from)
    if (at === -1) break
    places.push(at)
    from = at + Math.max(1, part.length)
  }
  return places
}

function searchFor(part: string): Search {
  if (part.length <= shortPart) return (text, from) => text.indexOf(part, from)
  return createSearch(part, (text, index) => text.charCodeAt(index))
}

/** The algorithm of Knuth, Morris and Pratt; its table is created for the first text that may contain the part. */
function createSearch(part: string, read: Reader): Search {
  let borders: Int32Array | undefined
  return (text, from) => {
    const start = Math.max(0, Math.trunc(from) || 0)
    if (part.length > text.length - start) return -1
    borders ??= bordersOf(part, read)
    let matched = 0
    for (let index = start; index < text.length; index += 1) {
      const code = read(text, index)
      while (matched > 0 && read(part, matched) !== code) matched = borders[matched - 1] ?? 0
      if (read(part, matched) === code) matched += 1
      if (matched === part.length) return index + 1 - matched
    }
    return -1
  }
}

/** For each beginning of a part, the length of its longest proper beginning that is also its end. */
function bordersOf(part: string, read: Reader): Int32Array {
  const borders = new Int32Array(part.length)
  let matched = 0
  for (let index = 1; index < part.length; index += 1) {
    const code = read(part, index)
    while (matched > 0 && read(part, matched) !== code) matched = borders[matched - 1] ?? 0
    if (read(part, matched) === code) matched += 1
    borders[index] = matched
  }
  return borders
}
