import type { ProjectSubject } from '../context.ts'
import { areShadowed, type Miss, misses } from './misses.ts'
import { nearPairs, pairName } from './near-pairs.ts'

/** The misses that are faults of their own, and follow from nothing else that is reported. */
export function selfMisses(subject: ProjectSubject): readonly Miss[] {
  const { share } = subject
  const mutual = share(mutualMisses)
  const paired = new Set(share(nearPairs).map(pair => pairName(pair, pair.rival)))
  const all = share(misses).flatMap(({ isShadowed, misses: found }) => (isShadowed ? [] : found))
  return all.filter(miss => {
    if (areShadowed(subject, miss.scenario.key, miss.winner.scenario)) return false
    if (paired.has(pairName(miss, miss.winner))) return false
    const both = mutual.get(miss)
    // Two that miss by each other are one fault: of the more foreign one.
    return both === undefined || moreForeign(both) === miss
  })
}

/** The one of two that is the more out of place: the less sure of its own scenario. */
function moreForeign([one, other]: readonly [Miss, Miss]): Miss {
  return (other.own?.confidence ?? 0) < (one.own?.confidence ?? 0) ? other : one
}

/** The misses that come of each other, by either of the two: each example would start the scenario of the other. */
function mutualMisses({ share }: ProjectSubject): ReadonlyMap<Miss, readonly [Miss, Miss]> {
  const all = share(misses).flatMap(({ misses: found }) => found)
  const byPlace = new Map(all.map(miss => [placeName(miss.scenario.key, miss.example), miss]))
  const counterpart = ({ winner }: Miss) =>
    winner.nearest && byPlace.get(placeName(winner.scenario, winner.nearest.example))
  const mutual = new Map<Miss, readonly [Miss, Miss]>()
  for (const miss of all) {
    const other = counterpart(miss)
    if (other !== undefined && counterpart(other) === miss) mutual.set(miss, mutual.get(other) ?? [miss, other])
  }
  return mutual
}

function placeName(key: string, example: number): string {
  return `${example} ${key}`
}
