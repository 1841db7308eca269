/** As many foreign messages are tried, about: what they come to is a share, and known to a percent or so. */
const mostForeign = 1500

/** The places of the examples of a scenario that are tried without it, evenly spread; `total` is how many all have. */
export function foreignPlaces(examples: number, total: number): readonly number[] {
  const kept = Math.min(examples, Math.max(1, Math.floor((examples * mostForeign) / Math.max(1, total))))
  return Array.from({ length: kept }, (_none, step) => Math.floor((step * examples) / kept))
}
