/** A text as weighted features, by the features' numbers; of length 1, or empty. */
export interface SparseVector {
  readonly features: readonly number[]
  readonly weights: readonly number[]
}

/** The places of the vectors that belong together; the first is the one that stands for the others best. */
export type Group = readonly number[]

/** From this likeness on a message joins a group. Lower, and groups hang together by a phrase such as "how do I". */
const joins = 0.3

/** From this likeness on two groups are one: what their members have in common has less chance in it. */
const merges = 0.4

/** As many groups are kept: the time a message takes grows with them. */
const mostGroups = 1000

/**
 * Groups vectors: each joins the group whose first member it is nearest to, or begins one; groups that say the same become
 * one; then all vectors are dealt out once more, by what the members of a group have in common. Deterministic; takes time
 * in proportion to the vectors and the groups.
 */
export function groupVectors(vectors: readonly SparseVector[]): readonly Group[] {
  const groups = byLeader(vectors, joins)
  const merged = byLeader(centresOf(groups, vectors), merges)
  return dealtOut(
    vectors,
    merged.map(alike => alike.flatMap(place => groups[place] ?? [])),
  )
}

function byLeader(vectors: readonly SparseVector[], likeness: number): readonly Group[] {
  const leaders = createNearest(likeness)
  const groups: number[][] = []
  vectors.forEach((vector, place) => {
    const nearest = leaders.of(vector)
    if (nearest !== undefined) groups[nearest]?.push(place)
    else if (groups.length < mostGroups && vector.features.length > 0) {
      leaders.add(vector)
      groups.push([place])
    }
  })
  return groups
}

function centresOf(groups: readonly Group[], vectors: readonly SparseVector[]): readonly SparseVector[] {
  return groups.map(group => centreOf(group.flatMap(place => vectors[place] ?? [])))
}

/** A group that began with an odd message draws others only by what its members share. */
function dealtOut(vectors: readonly SparseVector[], groups: readonly Group[]): readonly Group[] {
  const common = createNearest(joins)
  for (const centre of centresOf(groups, vectors)) common.add(centre)
  const members: { place: number; likeness: number }[][] = groups.map(() => [])
  vectors.forEach((vector, place) => {
    const nearest = common.of(vector)
    if (nearest !== undefined) members[nearest]?.push({ place, likeness: common.likeness() })
  })
  return members
    .filter(group => group.length > 0)
    .map(group => group.sort((a, b) => b.likeness - a.likeness || a.place - b.place).map(({ place }) => place))
}

function centreOf(vectors: readonly SparseVector[]): SparseVector {
  const sum = new Map<number, number>()
  for (const { features, weights } of vectors) {
    features.forEach((feature, at) => {
      sum.set(feature, (sum.get(feature) ?? 0) + (weights[at] ?? 0))
    })
  }
  const length = lengthOf(sum.values())
  return { features: [...sum.keys()], weights: Array.from(sum.values(), weight => weight / length) }
}

/** Finds which of the vectors added so far one is nearest to, the earlier of two as near; none that is too far. */
function createNearest(least: number) {
  const places = new Map<number, { readonly vector: number; readonly weight: number }[]>()
  let [count, likeness] = [0, 0]
  return {
    add({ features, weights }: SparseVector): void {
      features.forEach((feature, at) => {
        const entry = { vector: count, weight: weights[at] ?? 0 }
        const known = places.get(feature)
        if (known === undefined) places.set(feature, [entry])
        else known.push(entry)
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
      likeness = sums[nearest] ?? 0
      return likeness >= least ? nearest : undefined
    },
    /** Of the last one asked for to the nearest one. */
    likeness: () => likeness,
  }
}

/** The length of a vector. Summed in the order given, so that the same vector always has the same length. */
export function lengthOf(weights: Iterable<number>): number {
  let sum = 0
  for (const weight of weights) sum += weight * weight
  return Math.sqrt(sum)
}
