/** The chance of a yes at `x`: 1 / (1 + e^−(slope · x + offset)). */
export interface Logistic {
  readonly slope: number
  readonly offset: number
}

/** Something that was seen: where, whether it was a yes, and how much it counts. */
export interface Observation {
  readonly x: number
  readonly isYes: boolean
  readonly weight: number
}

/** Newton's method has settled long before. */
const rounds = 30

/** Fits a curve to what was seen, drawn to `prior` as if that had been seen `trust` times over. The slope is never less than a tenth of the prior's. */
export function fitLogistic(observations: readonly Observation[], prior: Logistic, trust: number): Logistic {
  let { slope, offset } = prior
  for (let round = 0; round < rounds; round++) {
    let [dSlope, dOffset] = [trust * (prior.slope - slope), trust * (prior.offset - offset)]
    let [slopes, both, offsets] = [trust, 0, trust]
    for (const { x, isYes, weight } of observations) {
      const chance = chanceAt({ slope, offset }, x)
      const error = weight * ((isYes ? 1 : 0) - chance)
      const bend = weight * chance * (1 - chance)
      dSlope += error * x
      dOffset += error
      slopes += bend * x * x
      both += bend * x
      offsets += bend
    }
    const determinant = slopes * offsets - both * both
    slope += clampStep((offsets * dSlope - both * dOffset) / determinant)
    offset += clampStep((slopes * dOffset - both * dSlope) / determinant)
  }
  return { slope: Math.max(slope, prior.slope / 10), offset }
}

/** The chance of a yes at `x`, from 0 to 1. */
export function chanceAt({ slope, offset }: Logistic, x: number): number {
  return 1 / (1 + Math.exp(-(slope * x + offset)))
}

/** Newton's method leaps too far where the curve is nearly flat. */
function clampStep(step: number): number {
  return Math.max(-2, Math.min(2, step))
}
