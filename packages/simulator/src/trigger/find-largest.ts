/** Selects the largest of the values that it is offered, in the order of their places. It may be used repeatedly. */
export interface LargestValues {
  /** Only a value above this one is selected: 0, or the smallest selected value if there is no room for more. */
  readonly min: number
  offer(place: number, value: number): void
  /** The places of the selected values, the largest first; for equal values, the earlier first. Starts anew. */
  take(): readonly number[]
}

/**
 * The indexes of the `max` largest values above 0 for which `counts` is true, the largest first; for equal values, the
 * earlier first.
 */
export function findLargest(values: Float64Array, max: number, counts: (place: number) => boolean): readonly number[] {
  const largest = createLargestValues(max)
  for (let place = 0; place < values.length; place++) {
    const value = values[place] ?? 0
    if (value > largest.min && counts(place)) largest.offer(place, value)
  }
  return largest.take()
}

/** Creates the selection of at most `max` values: a heap whose root is the first to be replaced. */
export function createLargestValues(max: number): LargestValues {
  const places = new Uint32Array(max)
  const values = new Float64Array(max)
  let [size, min] = [0, 0]
  const comesAfter = (value: number, place: number, slot: number) => {
    const other = values[slot] ?? 0
    return value < other || (value === other && place > (places[slot] ?? 0))
  }
  const put = (slot: number, value: number, place: number) => {
    values[slot] = value
    places[slot] = place
  }
  const rise = (value: number, place: number) => {
    let slot = size++
    for (let parent = (slot - 1) >> 1; slot > 0 && comesAfter(value, place, parent); parent = (slot - 1) >> 1) {
      put(slot, values[parent] ?? 0, places[parent] ?? 0)
      slot = parent
    }
    put(slot, value, place)
  }
  const sink = (value: number, place: number) => {
    let slot = 0
    for (let child = 1; child < size; child = 2 * slot + 1) {
      if (child + 1 < size && comesAfter(values[child + 1] ?? 0, places[child + 1] ?? 0, child)) child++
      if (comesAfter(value, place, child)) break
      put(slot, values[child] ?? 0, places[child] ?? 0)
      slot = child
    }
    put(slot, value, place)
  }
  return {
    get min() {
      return min
    },
    offer(place, value) {
      if (value <= min) return
      if (size < max) rise(value, place)
      else sink(value, place)
      if (size === max) min = values[0] ?? 0
    },
    take() {
      const taken: number[] = []
      while (size > 0) {
        taken.push(places[0] ?? 0)
        size--
        sink(values[size] ?? 0, places[size] ?? 0)
      }
      min = 0
      return taken.reverse()
    },
  }
}
