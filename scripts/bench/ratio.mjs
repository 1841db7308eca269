/**
 * Measures the sides in turn, A B A B …, after one uncounted run of each, unless they have run before. Resolves with
 * the `ratio` of each round, in which the speed and the load of the machine cancel out.
 */
export async function ratiosInTurn({ sides, ratio = ([a, b]) => a / b, haveRun = false }, rounds, onRound) {
  if (!haveRun) for (const measure of sides) await measure()
  const ratios = []
  while (ratios.length < rounds) {
    onRound(ratios.length)
    const measured = []
    for (const measure of sides) measured.push(await measure())
    ratios.push(ratio(measured))
  }
  return ratios
}

/** The median, the minimum and the maximum of some numbers. */
export function spread(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const median = sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  return { median, least: sorted[0], most: sorted.at(-1) }
}
