/**
 * The places of the `most` largest similarities above 0 of those that `counts` lets in, the largest first; of two as
 * large the earlier.
 */
export function nearestTexts(
  similarities: Float64Array,
  most: number,
  counts: (text: number) => boolean,
): readonly number[] {
  const nearest: number[] = []
  let least = 0
  for (let text = 0; text < similarities.length; text++) {
    const similarity = similarities[text] ?? 0
    if (similarity <= least || !counts(text)) continue
    let at = nearest.length
    while (at > 0 && (similarities[nearest[at - 1] ?? 0] ?? 0) < similarity) at--
    nearest.splice(at, 0, text)
    if (nearest.length > most) nearest.pop()
    if (nearest.length === most) least = similarities[nearest[most - 1] ?? 0] ?? 0
  }
  return nearest
}
