/**
 * The indexes of the `most` largest values above 0 for which `counts` is true, the largest first; for equal values, the
 * earlier first.
 */
export function findLargest(values: Float64Array, most: number, counts: (place: number) => boolean): readonly number[] {
  const places = new Uint32Array(most)
  const largest = new Float64Array(most)
  let size = 0
  let least = 0
  for (let place = 0; place < values.length; place++) {
    const value = values[place] ?? 0
    if (value <= least || !counts(place)) continue
    let at = size < most ? size++ : most - 1
    for (; at > 0 && (largest[at - 1] ?? 0) < value; at--) {
      largest[at] = largest[at - 1] ?? 0
      places[at] = places[at - 1] ?? 0
    }
    largest[at] = value
    places[at] = place
    if (size === most) least = largest[most - 1] ?? 0
  }
  return Array.from(places.subarray(0, size))
}
