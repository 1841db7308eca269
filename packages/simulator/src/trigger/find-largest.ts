/**
 * The indexes of the `max` largest values above 0 for which `counts` is true, the largest first; for equal values, the
 * earlier first.
 */
export function findLargest(values: Float64Array, max: number, counts: (place: number) => boolean): readonly number[] {
  const places = new Uint32Array(max)
  const largest = new Float64Array(max)
  let size = 0
  let minScore = 0
  for (let place = 0; place < values.length; place++) {
    const value = values[place] ?? 0
    if (value <= minScore || !counts(place)) continue
    let at = size < max ? size++ : max - 1
    for (; at > 0 && (largest[at - 1] ?? 0) < value; at--) {
      largest[at] = largest[at - 1] ?? 0
      places[at] = places[at - 1] ?? 0
    }
    largest[at] = value
    places[at] = place
    if (size === max) minScore = largest[max - 1] ?? 0
  }
  return Array.from(places.subarray(0, size))
}
