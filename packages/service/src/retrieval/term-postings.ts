import type { TimeSlicer } from '../runtime/time-slicer.ts'

/** For each word of passages, the passages that contain it. */
export interface TermPostings {
  /** The number of words of each passage. */
  readonly lengths: Uint16Array
  readonly meanLength: number
  /** The words are numbered from 0 up to before this. */
  readonly terms: number
  /** The number of words that a passage contains. */
  readonly used: number
  /** In bytes. */
  readonly memory: number
  /** Whether a passage contains a word. */
  has(term: number): boolean
  /** The positions of the passages that contain a word. */
  holders(term: number): Uint32Array
  /** How often each of them contains it. */
  counts(term: number): Uint8Array
}

/** The words of a passage by their numbers, each once, with their frequencies. */
export interface PassageTerms {
  readonly terms: Uint32Array
  readonly counts: Uint8Array
  readonly length: number
}

/** The number of passages, or of words, sorted in one step. */
const slice = 2000

/** Counts the words of a passage, given by their numbers. */
export function countTerms(words: readonly number[]): PassageTerms {
  const counts = new Map<number, number>()
  for (const term of words) counts.set(term, (counts.get(term) ?? 0) + 1)
  return {
    terms: Uint32Array.from(counts.keys()),
    counts: Uint8Array.from(counts.values(), count => Math.min(count, 255)),
    length: words.length,
  }
}

/**
 * Lists passages by words that are numbered from 0 on. A passage that is the number of a position has the words of the
 * passage at that position of `former`, with the same numbers.
 */
export async function createTermPostings(
  passages: readonly (PassageTerms | number)[],
  { terms, former, slicer }: { readonly terms: number; readonly former?: TermPostings; readonly slicer: TimeSlicer },
): Promise<TermPostings> {
  const starts = new Uint32Array(terms + 1)
  await eachEntry(passages, { former, slicer }, term => {
    starts[term + 1] = (starts[term + 1] ?? 0) + 1
  })
  const used = starts.reduce((sum, count) => (count > 0 ? sum + 1 : sum), 0)
  for (let term = 0; term < terms; term++) starts[term + 1] = (starts[term + 1] ?? 0) + (starts[term] ?? 0)
  const holders = new Uint32Array(starts[terms] ?? 0)
  const counts = new Uint8Array(holders.length)
  const next = starts.slice()
  await eachEntry(passages, { former, slicer }, (term, place, count) => {
    const slot = next[term] ?? 0
    next[term] = slot + 1
    holders[slot] = place
    counts[slot] = count
  })
  const lengths = Uint16Array.from(passages, passage =>
    typeof passage === 'number' ? (former?.lengths[passage] ?? 0) : passage.length,
  )
  // A word that was added to the vocabulary later is in none of these passages.
  const startOf = (term: number) => starts[Math.min(term, terms)] ?? 0
  return {
    lengths,
    meanLength: lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length),
    terms,
    used,
    memory: starts.byteLength + holders.byteLength + counts.byteLength + lengths.byteLength,
    has: term => startOf(term + 1) > startOf(term),
    holders: term => holders.subarray(startOf(term), startOf(term + 1)),
    counts: term => counts.subarray(startOf(term), startOf(term + 1)),
  }
}

/** Visits each word of each passage: first those of the former passages, by word, then the others, by passage. */
async function eachEntry(
  passages: readonly (PassageTerms | number)[],
  { former, slicer }: { readonly former: TermPostings | undefined; readonly slicer: TimeSlicer },
  visit: (term: number, place: number, count: number) => void,
): Promise<void> {
  if (former !== undefined) await eachFormerEntry(passages, { former, slicer }, visit)
  for (let from = 0; from < passages.length; from += slice) {
    await slicer.run(() => {
      for (const [at, passage] of passages.slice(from, from + slice).entries()) {
        if (typeof passage === 'number') continue
        const { terms, counts } = passage
        for (let slot = 0; slot < terms.length; slot++) visit(terms[slot] ?? 0, from + at, counts[slot] ?? 0)
      }
    })
  }
}

async function eachFormerEntry(
  passages: readonly (PassageTerms | number)[],
  { former, slicer }: { readonly former: TermPostings; readonly slicer: TimeSlicer },
  visit: (term: number, place: number, count: number) => void,
): Promise<void> {
  const places = new Int32Array(former.lengths.length).fill(-1)
  for (const [place, passage] of passages.entries()) if (typeof passage === 'number') places[passage] = place
  for (let from = 0; from < former.terms; from += slice) {
    await slicer.run(() => {
      for (let term = from; term < Math.min(from + slice, former.terms); term++) {
        const holders = former.holders(term)
        const counts = former.counts(term)
        for (let slot = 0; slot < holders.length; slot++) {
          const place = places[holders[slot] ?? 0] ?? -1
          if (place >= 0) visit(term, place, counts[slot] ?? 0)
        }
      }
    })
  }
}
