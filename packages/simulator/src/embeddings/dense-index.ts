/** Tells how near a vector is to each of a list of others. */
export interface DenseIndex {
  /** The cosines, in the order of the list; 0 where either is missing or has no length. */
  cosines(vector: Float32Array | undefined): Float64Array
}

/** Makes it for vectors with as many numbers each; a missing one is near to nothing. */
export function createDenseIndex(vectors: readonly (Float32Array | undefined)[]): DenseIndex {
  const units = vectors.map(unitOf)
  return {
    cosines(vector) {
      const unit = unitOf(vector)
      const found = new Float64Array(units.length)
      if (unit === undefined) return found
      units.forEach((other, place) => {
        if (other !== undefined) found[place] = dot(unit, other)
      })
      return found
    },
  }
}

function unitOf(vector: Float32Array | undefined): Float64Array | undefined {
  if (vector === undefined) return undefined
  const length = Math.sqrt(dot(vector, vector))
  return length > 0 ? Float64Array.from(vector, number => number / length) : undefined
}

function dot(a: Float32Array | Float64Array, b: Float32Array | Float64Array): number {
  let sum = 0
  for (let at = 0; at < a.length; at++) sum += (a[at] ?? 0) * (b[at] ?? 0)
  return sum
}
