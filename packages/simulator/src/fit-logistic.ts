/** A logistic curve: the probability of a yes at `x` is 1 / (1 + e^−(slope · x + offset)). */
export interface LogisticCurve {
  readonly slope: number
  readonly offset: number
}

/** A measurement: where it was made, whether it was a yes, and how much it counts. */
export interface Observation {
  readonly x: number
  readonly isYes: boolean
  readonly weight: number
}

/** How a curve is fitted. */
export interface FitOptions {
  /** The curve without observations. */
  readonly prior: LogisticCurve
  /** The weights of the prior's slope and offset, in units of the logistic likelihood. */
  readonly priorWeight: LogisticCurve
  /** How many steps of Newton's method are made. */
  readonly steps: number
  /** The largest change of slope and offset in one step; unlimited if not given. */
  readonly largestStep?: number
  /** The slope is never less: observations that contradict each other do not turn the curve around. */
  readonly leastSlope: number
}

/** Fits a curve to observations by Newton's method on the likelihood, which has one maximum. Pure. */
export function fitLogistic(
  observations: readonly Observation[],
  { prior, priorWeight, steps, largestStep = Number.POSITIVE_INFINITY, leastSlope }: FitOptions,
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
  return { slope: Math.max(slope, leastSlope), offset }
}

/** Maps any number to one between 0 and 1. */
export function logistic(value: number): number {
  return 1 / (1 + Math.exp(-value))
}
