/** The lower, the more the first ranks count beside the later ones. */
const rankOffset = 20

/** Puts orders together: what stands early in several of them comes first; of equals the lower place. */
export function fuseRanks(orders: readonly (readonly number[])[]): readonly number[] {
  const scores = new Map<number, number>()
  for (const order of orders) {
    order.forEach((place, rank) => {
      scores.set(place, (scores.get(place) ?? 0) + 1 / (rankOffset + rank))
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
