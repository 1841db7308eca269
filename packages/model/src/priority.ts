/**
 * The one place that says which priority comes first (assumption A-02): the lower number, for edges and for scenarios.
 * Negative where `a` comes before `b`.
 */
export function comparePriority(a: number | undefined, b: number | undefined): number {
  return (a ?? Number.POSITIVE_INFINITY) - (b ?? Number.POSITIVE_INFINITY) || 0
}
