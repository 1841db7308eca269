import type { TimeSlicer } from '../runtime/time-slicer.ts'

/** For each word of passages, the passages that contain it. */
export interface TermPostings {
  /** The number of words of each passage. */
  readonly lengths: Uint16Array
  readonly meanLength: number
  /** In bytes. */
  readonly memory: number
  /** The positions of the passages that contain a word, in order. */
  holders(term: number): Uint32Array
  /** How often each of them contains it. */
  counts(term: number): Uint8Array
}

/** The words of a passage by their numbers, each once, with their frequencies. */
interface PassageTerms {
  readonly terms: Uint32Array
  readonly counts: Uint8Array
  readonly length: number
}

/** The number of passages sorted in one step. */
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

/** Lists passages by words that are numbered from 0 on. */
export async function createTermPostings(
  passages: readonly PassageTerms[],
  termCount: number,
  slicer: TimeSlicer,
): Promise<TermPostings> {
  const starts = new Uint32Array(termCount + 1)
  await eachSlice(passages, slicer, ({ terms }) => {
    for (const term of terms) starts[term + 1] = (starts[term + 1] ?? 0) + 1
  })
  for (let term = 0; term < termCount; term++) starts[term + 1] = (starts[term + 1] ?? 0) + (starts[term] ?? 0)
  const holders = new Uint32Array(starts[termCount] ?? 0)
  const counts = new Uint8Array(holders.length)
  const next = starts.slice()
  await eachSlice(passages, slicer, (passage, place) => {
    for (let at = 0; at < passage.terms.length; at++) {
      const term = passage.terms[at] ?? 0
      const slot = next[term] ?? 0
      next[term] = slot + 1
      holders[slot] = place
      counts[slot] = passage.counts[at] ?? 0
    }
  })
  const lengths = Uint16Array.from(passages, ({ length }) => length)
  return {
    lengths,
    meanLength: lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length),
    memory: starts.byteLength + holders.byteLength + counts.byteLength + lengths.byteLength,
    holders: term => holders.subarray(starts[term], starts[term + 1]),
    counts: term => counts.subarray(starts[term], starts[term + 1]),
  }
}

async function eachSlice(
  passages: readonly PassageTerms[],
  slicer: TimeSlicer,
  visit: (passage: PassageTerms, place: number) => void,
): Promise<void> {
  for (let from = 0; from < passages.length; from += slice) {
    await slicer.run(() => {
      passages.slice(from, from + slice).forEach((passage, at) => {
        visit(passage, from + at)
      })
    })
  }
}
