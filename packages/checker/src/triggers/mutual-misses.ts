import type { ProjectSubject } from '../context.ts'
import { type Miss, misses } from './misses.ts'

/** The misses that come of each other, by either of the two: each example would start the scenario of the other. */
export function mutualMisses({ share }: ProjectSubject): ReadonlyMap<Miss, readonly [Miss, Miss]> {
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
