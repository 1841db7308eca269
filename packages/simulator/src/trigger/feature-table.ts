/** Numbers features from 0 on, in the order in which they are met. */
export interface FeatureTable {
  readonly size: number
  /** The number of a feature, a new one where it has none yet. */
  add(feature: number): number
  /** Its number, or -1. */
  find(feature: number): number
}

/** An open-addressing table over typed arrays: hundreds of thousands of features as strings took most of the memory. */
export function createFeatureTable(): FeatureTable {
  let features = new Int32Array(1 << 12)
  let numbers = new Int32Array(1 << 12)
  let size = 0
  const slotOf = (feature: number): number => {
    const mask = features.length - 1
    let slot = feature & mask
    while (features[slot] !== 0 && features[slot] !== feature) slot = (slot + 1) & mask
    return slot
  }
  const grow = () => {
    const [oldFeatures, oldNumbers] = [features, numbers]
    features = new Int32Array(oldFeatures.length * 2)
    numbers = new Int32Array(features.length)
    oldFeatures.forEach((feature, old) => {
      if (feature === 0) return
      const slot = slotOf(feature)
      features[slot] = feature
      numbers[slot] = oldNumbers[old] ?? 0
    })
  }
  return {
    get size() {
      return size
    },
    add(feature) {
      const slot = slotOf(feature)
      if (features[slot] === feature) return numbers[slot] ?? 0
      features[slot] = feature
      numbers[slot] = size
      size++
      if (size * 2 > features.length) grow()
      return size - 1
    },
    find(feature) {
      const slot = slotOf(feature)
      return features[slot] === feature ? (numbers[slot] ?? 0) : -1
    },
  }
}
