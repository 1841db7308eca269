/** The text with what was found in it, which is in its order and does not overlap, blotted out at its full length. */
export function blotOut(text: string, found: readonly { readonly start: number; readonly end: number }[]): string {
  if (found.length === 0) return text
  const kept = found.map(
    ({ start, end }, index) => text.slice(found[index - 1]?.end ?? 0, start) + '|'.repeat(end - start),
  )
  return kept.join('') + text.slice(found.at(-1)?.end)
}
