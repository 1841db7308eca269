import { kindCount } from './features.ts'

/**
 * Counts the features of one text after another, each feature once per kind, in the order of their first occurrence.
 * Its lists are used again for each text, so that a message allocates nothing here.
 */
export interface FeatureCounter {
  /** The features of the present text. Only the first `size` entries are in use; an `add` may replace the list. */
  readonly features: Int32Array
  /** How often each occurs in its kind. */
  readonly counts: Uint16Array
  /** Where each kind ends. */
  readonly ends: Uint32Array
  readonly size: number
  /** Begins another text. */
  begin(): void
  add(feature: number): void
  /** Ends a kind: in the next one, the same feature is another one. */
  endKind(): void
}

/** Creates an empty counter. Its lists grow with the longest text. */
export function createFeatureCounter(): FeatureCounter {
  let features = new Int32Array(256)
  let counts = new Uint16Array(features.length)
  // An open-addressing table of the features of the present kind: their places in the list, plus one.
  let table = new Uint32Array(features.length * 2)
  const ends = new Uint32Array(kindCount)
  let [size, kind, kindBegin] = [0, 0, 0]
  const slotOf = (feature: number): number => {
    const mask = table.length - 1
    let slot = feature & mask
    for (let place = table[slot] ?? 0; place !== 0; place = table[slot] ?? 0) {
      if (features[place - 1] === feature) break
      slot = (slot + 1) & mask
    }
    return slot
  }
  const grow = () => {
    const [oldFeatures, oldCounts] = [features, counts]
    features = new Int32Array(oldFeatures.length * 2)
    features.set(oldFeatures)
    counts = new Uint16Array(features.length)
    counts.set(oldCounts)
    table = new Uint32Array(features.length * 2)
    for (let place = kindBegin; place < size; place++) table[slotOf(features[place] ?? 0)] = place + 1
  }
  return {
    get features() {
      return features
    },
    get counts() {
      return counts
    },
    ends,
    get size() {
      return size
    },
    begin() {
      size = 0
      kind = 0
      kindBegin = 0
    },
    add(feature) {
      const slot = slotOf(feature)
      const place = table[slot] ?? 0
      if (place !== 0) {
        counts[place - 1] = (counts[place - 1] ?? 0) + 1
        return
      }
      features[size] = feature
      counts[size] = 1
      size++
      table[slot] = size
      if (size === features.length) grow()
    },
    endKind() {
      // In reverse order: then no removed feature interrupts the search for one that was added later.
      for (let place = size - 1; place >= kindBegin; place--) table[slotOf(features[place] ?? 0)] = 0
      ends[kind] = size
      kind++
      kindBegin = size
    },
  }
}
