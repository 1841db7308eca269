import type { Collision, ScenarioSurvey } from '@scenewright/simulator/lab'

/** The maximum number of scenarios in the matrix: a larger one is unreadable. */
const maxShown = 40

/**
 * The scenarios that collide with others, at most 40 of the worst, ordered so that confused ones are adjacent: each is
 * followed by the one that it collides with most.
 */
export function confusedPart(
  collisions: readonly Collision[],
  scenarios: readonly ScenarioSurvey[],
): readonly string[] {
  const weights = new Map<string, Map<string, number>>(scenarios.map(({ scenario }) => [scenario, new Map()]))
  for (const {
    scenarios: [one, other],
    started,
    asked,
  } of shownCollisions(collisions)) {
    weights.get(one)?.set(other, started * 2 + asked)
    weights.get(other)?.set(one, started * 2 + asked)
  }
  const order: string[] = []
  const left = new Set(shownCollisions(collisions).flatMap(({ scenarios: pair }) => pair))
  while (left.size > 0) {
    const [first] = left
    let next = first
    while (next !== undefined) {
      left.delete(next)
      order.push(next)
      next = nearestLeft(weights.get(next), left)
    }
  }
  return order
}

function nearestLeft(weights: ReadonlyMap<string, number> | undefined, left: ReadonlySet<string>): string | undefined {
  let [nearest, maxWeight]: [string | undefined, number] = [undefined, 0]
  for (const [key, weight] of weights ?? []) {
    if (left.has(key) && weight > maxWeight) {
      nearest = key
      maxWeight = weight
    }
  }
  return nearest
}

/** Those of the worst pairs, as many as fit. */
function shownCollisions(collisions: readonly Collision[]): readonly Collision[] {
  const keys = new Set<string>()
  return collisions.filter(({ scenarios: [one, other] }) => {
    if (new Set([...keys, one, other]).size > maxShown) return false
    keys.add(one).add(other)
    return true
  })
}
