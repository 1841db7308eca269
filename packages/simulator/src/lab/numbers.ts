/** Four decimals: a hundredth of a percent; null of nothing. */
export function share(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((part / whole) * 10_000) / 10_000
}

/** How many messages there are in all. */
export function sumCounts(messages: readonly { readonly count: number }[]): number {
  return messages.reduce((all, { count }) => all + count, 0)
}
