/** A logistic curve: the probability of a yes at `x` is 1 / (1 + e^−(slope · x + offset)). */
export interface LogisticCurve {
  readonly slope: number
  readonly offset: number
}

/** A measurement: its position, whether it was a yes, and its weight. */
export interface Observation {
  readonly x: number
  readonly isYes: boolean
  readonly weight: number
}

/** The options of a fit. */
export interface FitOptions {
  /** The curve without observations. */
  readonly prior: LogisticCurve
  /** The weights of the prior's slope and offset, in units of the logistic likelihood. */
  readonly priorWeight: LogisticCurve
  /** The number of steps of Newton's method. */
  readonly steps: number
  /** The largest change of slope and offset in one step; unlimited if not given. */
  readonly largestStep?: number
  /** The minimum slope: contradictory observations must not invert the curve. */
  readonly minSlope: number
}

/** Fits a curve to observations by Newton's method on the likelihood, which has one maximum. Pure. */
export function fitLogistic(
  observations: readonly Observation[],
  { prior, priorWeight, steps, largestStep = Number.POSITIVE_INFINITY, minSlope }: FitOptions,
): LogisticCurve {
  const limited = (change: number) => Math.max(-largestStep, Math.min(largestStep, change))
  let { slope, offset } = prior
  for (let step = 0; step < steps; step++) {
    let slopeGradient = priorWeight.slope * (prior.slope - slope)
    let offsetGradient = priorWeight.offset * (prior.offset - offset)
    let [slopes, both, offsets] = [priorWeight.slope, 0, priorWeight.offset]
    for (const { x, isYes, weight } of observations) {
      const probability = logistic(slope * x + offset)
      const error = weight * (Number(isYes) - probability)
      const curvature = weight * probability * (1 - probability)
      slopeGradient += error * x
      offsetGradient += error
      slopes += curvature * x * x
      both += curvature * x
      offsets += curvature
    }
    const determinant = slopes * offsets - both * both
    slope += limited((offsets * slopeGradient - both * offsetGradient) / determinant)
    offset += limited((slopes * offsetGradient - both * slopeGradient) / determinant)
  }
  return { slope: Math.max(slope, minSlope), offset }
}

/** Maps any number to the range from 0 to 1. */
export function logistic(value: number): number {
  return 1 / (1 + Math.exp(-value))
}
