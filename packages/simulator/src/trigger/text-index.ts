import type { VectorList } from './vector-list.ts'
import type { TextVector } from './weighting.ts'

/**
 * For each feature, from `starts[feature]` up to the next start, the texts that contain it and their weights. A text
 * and its weight are two halves of one entry, because most of the time is waiting for memory.
 */
interface Postings {
  readonly starts: Int32Array
  /** Has the text of an entry at twice its index. */
  readonly texts: Int32Array
  /** The same memory: has the weight of an entry after its text. */
  readonly weights: Float32Array
}

/** The first ranges of a list, in order: the index of the first text of each, and of the one after the last. */
interface TextRanges {
  readonly begins: Uint32Array
  readonly ends: Uint32Array
  readonly count: number
}

/** Finds the similarity of a message to all texts of a list at once. */
export interface TextIndex {
  /** The cosine of the message and each text, in the order of the texts. The list is valid until the next call. */
  similarities(message: TextVector): Float64Array
  /** Adds to the numbers of the texts in some ranges the cosine of the message and each of them. */
  addWithin(message: TextVector, ranges: TextRanges, found: Float64Array): void
  /** Adds to each number of a row, in the order of the texts, the cosine of a text with that text. */
  addSimilarities(text: TextVector, row: Float64Array): void
  /** The indexes of the texts that contain a feature, in order; empty if no text has it. */
  textsWith(feature: number): Int32Array
  /** The memory for the next index, if this one is not used any more. */
  readonly postings: Postings
}

/**
 * Lists, for each feature, the texts that contain it: then a message is compared only with texts that share a feature.
 * Uses the memory of a former index, which is invalid afterwards.
 */
export function createTextIndex(texts: VectorList, featureCount: number, former?: TextIndex): TextIndex {
  const postings = createPostings(texts, featureCount, former?.postings)
  // A new list of all texts for each message caused most of the garbage collection.
  const found = new Float64Array(texts.length)
  return {
    postings,
    similarities(message) {
      found.fill(0)
      const { features, weights } = message
      for (let at = 0; at < features.length; at++) {
        const feature = features[at] ?? -1
        // A feature that was added after these texts were listed is in none of them.
        if (feature >= 0 && feature < featureCount) add(found, postings, feature, weights[at] ?? 0)
      }
      return found
    },
    addWithin({ features, weights }, ranges, found) {
      for (let at = 0; at < features.length; at++) {
        const feature = features[at] ?? -1
        if (feature < 0 || feature >= featureCount) continue
        addRanges(found, postings, ranges, { feature, weight: weights[at] ?? 0 })
      }
    },
    addSimilarities({ features, weights }, row) {
      for (let at = 0; at < features.length; at++) add(row, postings, features[at] ?? 0, weights[at] ?? 0)
    },
    textsWith(feature) {
      const begin = postings.starts[feature] ?? 0
      const found = new Int32Array((postings.starts[feature + 1] ?? 0) - begin)
      for (let at = 0; at < found.length; at++) found[at] = postings.texts[(begin + at) * 2] ?? 0
      return found
    },
  }
}

/**
 * The texts with a feature are in order: those beyond `found` come last. Four at once load their sums before any of them
 * is stored, which takes two thirds of the time.
 */
function add(found: Float64Array, { starts, texts, weights }: Postings, feature: number, weight: number): void {
  const end = (starts[feature + 1] ?? 0) * 2
  let at = (starts[feature] ?? 0) * 2
  for (; at + 6 < end; at += 8) {
    const one = texts[at] ?? 0
    const two = texts[at + 2] ?? 0
    const three = texts[at + 4] ?? 0
    const four = texts[at + 6] ?? 0
    // A text may have a feature twice, if two of different kinds have one hash.
    if (one === two || two === three || three === four || four >= found.length) break
    const toOne = (found[one] ?? 0) + weight * (weights[at + 1] ?? 0)
    const toTwo = (found[two] ?? 0) + weight * (weights[at + 3] ?? 0)
    const toThree = (found[three] ?? 0) + weight * (weights[at + 5] ?? 0)
    const toFour = (found[four] ?? 0) + weight * (weights[at + 7] ?? 0)
    found[one] = toOne
    found[two] = toTwo
    found[three] = toThree
    found[four] = toFour
  }
  for (; at < end; at += 2) {
    const text = texts[at] ?? 0
    if (text >= found.length) return
    found[text] = (found[text] ?? 0) + weight * (weights[at + 1] ?? 0)
  }
}

/** The texts with a feature are in order, as the ranges are. */
function addRanges(
  found: Float64Array,
  { starts, texts, weights }: Postings,
  { begins, ends, count }: TextRanges,
  { feature, weight }: { readonly feature: number; readonly weight: number },
): void {
  const last = starts[feature + 1] ?? 0
  let next = starts[feature] ?? 0
  for (let range = 0; range < count && next < last; range++) {
    const begin = begins[range] ?? 0
    let high = last
    while (next < high) {
      const middle = (next + high) >>> 1
      if ((texts[middle * 2] ?? 0) < begin) next = middle + 1
      else high = middle
    }
    const end = ends[range] ?? 0
    for (; next < last; next++) {
      const text = texts[next * 2] ?? 0
      if (text >= end) break
      found[text] = (found[text] ?? 0) + weight * (weights[next * 2 + 1] ?? 0)
    }
  }
}

function createPostings(
  { length, begins, ends, pool: { features, weights } }: VectorList,
  featureCount: number,
  former?: Postings,
): Postings {
  const starts = new Int32Array(featureCount + 1)
  for (let text = 0; text < length; text++) {
    const end = ends[text] ?? 0
    for (let at = begins[text] ?? 0; at < end; at++) {
      const next = (features[at] ?? 0) + 1
      starts[next] = (starts[next] ?? 0) + 1
    }
  }
  for (let feature = 0; feature < featureCount; feature++) {
    starts[feature + 1] = (starts[feature + 1] ?? 0) + (starts[feature] ?? 0)
  }
  const postings = { ...createEntries(starts[featureCount] ?? 0, former), starts }
  for (let text = 0; text < length; text++) {
    const end = ends[text] ?? 0
    for (let at = begins[text] ?? 0; at < end; at++) {
      const feature = features[at] ?? 0
      const slot = starts[feature] ?? 0
      starts[feature] = slot + 1
      postings.texts[slot * 2] = text
      postings.weights[slot * 2 + 1] = weights[at] ?? 0
    }
  }
  // Now each one is where the next one starts.
  starts.copyWithin(1, 0)
  starts[0] = 0
  return postings
}

/** The room for the entries of a later index, as a share of those of the first one. */
const spareRoom = 1 / 64

/** The lists for this many entries: those of the former index if they have room. */
function createEntries(count: number, former: Postings | undefined): Pick<Postings, 'texts' | 'weights'> {
  if (former !== undefined && former.texts.length >= count * 2) return { texts: former.texts, weights: former.weights }
  const entries = new ArrayBuffer(Math.ceil(count * (1 + spareRoom)) * 8)
  return { texts: new Int32Array(entries), weights: new Float32Array(entries) }
}
