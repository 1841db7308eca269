/** A bot is made anew for every fold: of many scenarios a few folds, of few as many as there are. */
const folds = { most: 10, ofMany: 4, many: 50 }

/** As many foreign messages are tried, about: what they come to is a share, and known to a percent or so. */
const mostForeign = 1500

/**
 * Parts scenarios so that each is left out once, with others that are no neighbours of it in the order given: those in one
 * folder are alike, and are to stay as rivals. None where there is no rival.
 */
export function foldsOf<Scenario>(scenarios: readonly Scenario[]): readonly (readonly Scenario[])[] {
  const { length } = scenarios
  if (length < 2) return []
  const count = length > folds.many ? folds.ofMany : Math.min(length, folds.most)
  return Array.from({ length: count }, (_none, fold) => scenarios.filter((_scenario, place) => place % count === fold))
}

/** The places of the examples of a scenario that are tried without it, evenly spread; `total` is how many all have. */
export function foreignPlaces(examples: number, total: number): readonly number[] {
  const kept = Math.min(examples, Math.max(1, Math.floor((examples * mostForeign) / Math.max(1, total))))
  return Array.from({ length: kept }, (_none, step) => Math.floor((step * examples) / kept))
}
