import { addTo } from '@scenewright/model/collections'

/** A text as weighted features, by the features' numbers; a unit vector, or empty. */
export interface SparseVector {
  readonly features: readonly number[]
  readonly weights: readonly number[]
}

/** The indexes of the vectors that belong together; the first is the most typical one. */
export type Group = readonly number[]

/**
 * From this similarity on, a message joins a group. With a lower value, groups would share only a phrase such as "how
 * do I".
 */
const joins = 0.3

/** From this similarity on, two groups are merged: features that their members share are less likely to be chance. */
const merges = 0.4

/** The maximum number of groups: the time per message grows with it. */
const maxGroups = 1000

/**
 * Groups vectors: each joins the group with the most similar first member, or begins a new one; similar groups are
 * merged; then all vectors are assigned again by the shared features of each group. Deterministic; takes time in
 * proportion to the vectors and the groups.
 */
export function groupVectors(vectors: readonly SparseVector[]): readonly Group[] {
  const groups = byLeader(vectors, joins)
  const merged = byLeader(computeCenters(groups, vectors), merges)
  return dealtOut(
    vectors,
    merged.map(alike => alike.flatMap(place => groups[place] ?? [])),
  )
}

function byLeader(vectors: readonly SparseVector[], similarity: number): readonly Group[] {
  const leaders = createNearest(similarity)
  const groups: number[][] = []
  vectors.forEach((vector, place) => {
    const nearest = leaders.of(vector)
    if (nearest !== undefined) groups[nearest]?.push(place)
    else if (groups.length < maxGroups && vector.features.length > 0) {
      leaders.add(vector)
      groups.push([place])
    }
  })
  return groups
}

function computeCenters(groups: readonly Group[], vectors: readonly SparseVector[]): readonly SparseVector[] {
  return groups.map(group => computeCenter(group.flatMap(place => vectors[place] ?? [])))
}

/** A group that began with an unusual message attracts others only by the features that its members share. */
function dealtOut(vectors: readonly SparseVector[], groups: readonly Group[]): readonly Group[] {
  const common = createNearest(joins)
  for (const center of computeCenters(groups, vectors)) common.add(center)
  const members: { place: number; similarity: number }[][] = groups.map(() => [])
  vectors.forEach((vector, place) => {
    const nearest = common.of(vector)
    if (nearest !== undefined) members[nearest]?.push({ place, similarity: common.similarity() })
  })
  return members
    .filter(group => group.length > 0)
    .map(group => group.sort((a, b) => b.similarity - a.similarity || a.place - b.place).map(({ place }) => place))
}

function computeCenter(vectors: readonly SparseVector[]): SparseVector {
  const sum = new Map<number, number>()
  for (const { features, weights } of vectors) {
    features.forEach((feature, at) => {
      sum.set(feature, (sum.get(feature) ?? 0) + (weights[at] ?? 0))
    })
  }
  const length = vectorLength(sum.values())
  return { features: [...sum.keys()], weights: Array.from(sum.values(), weight => weight / length) }
}

/** Finds the most similar of the vectors added so far, the earlier of two equal ones; none if all are too different. */
function createNearest(min: number) {
  const places = new Map<number, { readonly vector: number; readonly weight: number }[]>()
  let [count, similarity] = [0, 0]
  return {
    add({ features, weights }: SparseVector): void {
      features.forEach((feature, at) => {
        addTo(places, feature, { vector: count, weight: weights[at] ?? 0 })
      })
      count++
    },
    of({ features, weights }: SparseVector): number | undefined {
      const sums = new Float64Array(count)
      features.forEach((feature, at) => {
        const own = weights[at] ?? 0
        for (const { vector, weight } of places.get(feature) ?? []) sums[vector] = (sums[vector] ?? 0) + own * weight
      })
      let nearest = 0
      for (let at = 1; at < count; at++) if ((sums[at] ?? 0) > (sums[nearest] ?? 0)) nearest = at
      similarity = sums[nearest] ?? 0
      return similarity >= min ? nearest : undefined
    },
    /** Of the last requested one to the nearest one. */
    similarity: () => similarity,
  }
}

/** The length of a vector. Summed in the order given, so that the same vector always has the same length. */
export function vectorLength(weights: Iterable<number>): number {
  let sum = 0
  for (const weight of weights) sum += weight * weight
  return Math.sqrt(sum)
}
