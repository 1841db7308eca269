/**
 * The places of the `most` largest values above 0 of those that `counts` lets in, the largest first; of two as large the
 * earlier.
 */
export function largestPlaces(
  values: Float64Array,
  most: number,
  counts: (place: number) => boolean,
): readonly number[] {
  const largest: number[] = []
  let least = 0
  for (let place = 0; place < values.length; place++) {
    const value = values[place] ?? 0
    if (value <= least || !counts(place)) continue
    let at = largest.length
    while (at > 0 && (values[largest[at - 1] ?? 0] ?? 0) < value) at--
    largest.splice(at, 0, place)
    if (largest.length > most) largest.pop()
    if (largest.length === most) least = values[largest[most - 1] ?? 0] ?? 0
  }
  return largest
}
