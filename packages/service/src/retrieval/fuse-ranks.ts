/** Places, the best first, and how much the order counts beside others. */
export interface WeightedOrder {
  readonly places: readonly number[]
  readonly weight: number
}

/** The lower, the more the first ranks count beside the later ones. */
const rankOffset = 5

/** Puts orders together: what stands early in several of them comes first; of equals the lower place. */
export function fuseRanks(orders: readonly WeightedOrder[]): readonly number[] {
  const scores = new Map<number, number>()
  for (const { places, weight } of orders) {
    places.forEach((place, rank) => {
      scores.set(place, (scores.get(place) ?? 0) + weight / (rankOffset + rank))
    })
  }
  return [...scores].sort(([a, one], [b, other]) => other - one || a - b).map(([place]) => place)
}

/** The places of the largest scores above 0, the largest first; of equals the lower place. */
export function largest(scores: Float32Array, most: number): readonly number[] {
  const places: number[] = []
  let least = 0
  for (let place = 0; place < scores.length; place++) {
    const score = scores[place] ?? 0
    if (score <= least) continue
    places.push(place)
    if (places.length < most * 4) continue
    keepLargest(places, scores, most)
    least = scores[places[most - 1] ?? 0] ?? 0
  }
  return keepLargest(places, scores, most)
}

function keepLargest(places: number[], scores: Float32Array, most: number): number[] {
  places.sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b)
  places.length = Math.min(places.length, most)
  return places
}
