import { hashBeginning, weighWords } from '../../retrieval/hash-vector.ts'

/** Finds the passages that may be near a given one. */
export interface NearPassages {
  /**
   * Calls `onCandidate` once for every passage from the index `from` on that may be near the given one, in no particular
   * order. `from` may not decrease from call to call. A step takes a few milliseconds.
   */
  search(index: number, from: number, onCandidate: (other: number) => void): Generator<undefined, void>
}

/** Collects passages, in their order. */
export interface PassageWords {
  add(text: string): void
  index(): Generator<undefined, NearPassages>
}

/**
 * Two passages are candidates if the cosine of their words may be as large as 0.6. In a vector, the letters of the words
 * have as much weight as the words: two passages whose vectors have a cosine of 0.85 have one of their words of at least
 * 0.7, but for the words with the same hash, which change a cosine by about 0.04 (512 components).
 */
const minCosine = 0.6
/**
 * The share of the squared weight of a passage that is looked up, the rarest words first: at least so much that the others
 * alone do not make a candidate, and more as long as the words are not common.
 */
const lookedUp = { least: 1 - minCosine ** 2, most: 0.8 } as const
/** A word is common if more than this share of the passages has it. */
const commonFrom = 1 / 4
/** Of fewer passages, all are candidates: to compare them takes no longer. */
const indexedFrom = 500
/** Words are numbers below this: two words with the same one only cause more candidates. */
const slots = 1 << 20
/** The number of passages per step. */
const stepSize = 64
/** The work of a step, in looked-up passages, and what a candidate costs its receiver. */
const stepWork = 20_000
const candidateWork = 10

/**
 * Finds candidates by the words that passages share, of which the most common ones are not looked up: with new passages
 * come new words, so that the work grows more slowly than the number of pairs.
 */
export function collectWords(): PassageWords {
  let words = new Int32Array(1 << 12)
  /** The weights of the words, of each passage with the length 1. */
  let weights = new Float32Array(words.length)
  const starts = [0]
  let size = 0
  return {
    add(text) {
      const found = weighSlots(text)
      if (size + found.size > words.length) {
        const [known, knownWeights] = [words, weights]
        words = new Int32Array(Math.max(known.length * 2, size + found.size))
        weights = new Float32Array(words.length)
        words.set(known)
        weights.set(knownWeights)
      }
      let square = 0
      for (const weight of found.values()) square += weight * weight
      const length = Math.sqrt(square)
      for (const [slot, weight] of found) {
        words[size] = slot
        weights[size++] = weight / length
      }
      starts.push(size)
    },
    *index() {
      const count = starts.length - 1
      return count < indexedFrom ? allOf(count) : yield* indexWords({ starts, words, weights })
    },
  }
}

function weighSlots(text: string): ReadonlyMap<number, number> {
  const found = new Map<number, number>()
  for (const [word, weight] of weighWords(text)) {
    const slot = hashBeginning(word) % slots
    found.set(slot, (found.get(slot) ?? 0) + weight)
  }
  return found
}

/** Every passage is a candidate. */
function allOf(size: number): NearPassages {
  return {
    *search(_index, from, onCandidate) {
      for (let other = from; other < size; other++) onCandidate(other)
      yield
    },
  }
}

/** The words of all passages: those of a passage from its start up to the next one. */
interface WordList {
  readonly starts: readonly number[]
  readonly words: Int32Array
  readonly weights: Float32Array
}

function* indexWords(list: WordList): Generator<undefined, NearPassages> {
  const { words, weights } = list
  const { rareEnds, others } = yield* sortByRarity(list)
  const { begins, ends, passages, shares } = yield* listPassages(list, rareEnds)
  const sums = new Float32Array(rareEnds.length)
  const reached = new Int32Array(rareEnds.length)
  return {
    *search(index, from, onCandidate) {
      let count = 0
      let work = 0
      for (let at = list.starts[index] ?? 0; at < (rareEnds[index] ?? 0); at++) {
        const word = words[at] ?? 0
        const weight = weights[at] ?? 0
        const end = ends[word] ?? 0
        let next = begins[word] ?? 0
        while (next < end && (passages[next] ?? 0) < from) next++
        begins[word] = next
        work += end - next
        for (; next < end; next++) {
          const other = passages[next] ?? 0
          const sum = sums[other] ?? 0
          if (sum === 0) reached[count++] = other
          sums[other] = sum + weight * (shares[next] ?? 0)
        }
        if (work < stepWork) continue
        yield
        work = 0
      }
      for (let at = 0; at < count; at++) {
        const other = reached[at] ?? 0
        const isCandidate = (sums[other] ?? 0) + (others[index] ?? 0) >= minCosine
        sums[other] = 0
        if (!isCandidate) continue
        onCandidate(other)
        work += candidateWork
        if (work < stepWork) continue
        yield
        work = 0
      }
    },
  }
}

/**
 * Sorts the words of each passage, the rarest first. Gives the end of those that are looked up, and what the others add to
 * a cosine at most.
 */
function* sortByRarity({ starts, words, weights }: WordList) {
  const counts = new Int32Array(slots)
  const last = starts.at(-1) ?? 0
  for (let at = 0; at < last; at++) {
    const word = words[at] ?? 0
    counts[word] = (counts[word] ?? 0) + 1
    if (at % (stepSize * 512) === 0) yield
  }
  const rareEnds = new Int32Array(starts.length - 1)
  const others = new Float32Array(rareEnds.length)
  for (let passage = 0; passage < rareEnds.length; passage++) {
    const [start = 0, end = 0] = [starts[passage], starts[passage + 1]]
    const own = Array.from({ length: end - start }, (_, at) => {
      const word = words[start + at] ?? 0
      return { word, weight: weights[start + at] ?? 0, count: counts[word] ?? 0 }
    }).sort((one, other) => one.count - other.count || one.word - other.word)
    let share = 0
    rareEnds[passage] = start
    for (const [at, { word, weight, count }] of own.entries()) {
      words[start + at] = word
      weights[start + at] = weight
      const most = count > rareEnds.length * commonFrom ? lookedUp.least : lookedUp.most
      if (share > most) continue
      share += weight * weight
      rareEnds[passage] = start + at + 1
    }
    others[passage] = Math.sqrt(Math.max(0, 1 - share))
    if (passage % stepSize === 0) yield
  }
  return { rareEnds, others }
}

/** For each word that is looked up, the passages that contain it, in order, and its weight in each. */
function* listPassages({ starts, words, weights }: WordList, rareEnds: Int32Array) {
  const isRare = new Uint8Array(slots)
  for (const [passage, end] of rareEnds.entries()) {
    for (let at = starts[passage] ?? 0; at < end; at++) isRare[words[at] ?? 0] = 1
    if (passage % (stepSize * 8) === 0) yield
  }
  const ends = new Int32Array(slots)
  let total = 0
  for (let passage = 0; passage < rareEnds.length; passage++) {
    for (let at = starts[passage] ?? 0; at < (starts[passage + 1] ?? 0); at++) {
      const word = words[at] ?? 0
      if (isRare[word] === 0) continue
      ends[word] = (ends[word] ?? 0) + 1
      total++
    }
    if (passage % (stepSize * 8) === 0) yield
  }
  const begins = new Int32Array(slots)
  for (let word = 0, next = 0; word < slots; word++) {
    begins[word] = next
    next += ends[word] ?? 0
    ends[word] = begins[word] ?? 0
  }
  yield
  const passages = new Int32Array(total)
  const shares = new Float32Array(total)
  for (let passage = 0; passage < rareEnds.length; passage++) {
    for (let at = starts[passage] ?? 0; at < (starts[passage + 1] ?? 0); at++) {
      const word = words[at] ?? 0
      if (isRare[word] === 0) continue
      const next = ends[word] ?? 0
      passages[next] = passage
      shares[next] = weights[at] ?? 0
      ends[word] = next + 1
    }
    if (passage % (stepSize * 8) === 0) yield
  }
  return { begins, ends, passages, shares }
}
