import type { ThresholdPoint } from './curves.ts'

/** What a threshold has to keep to be suggested, as shares from 0 to 1. */
const bounds = {
  /** Of the examples at most this part may start a wrong scenario. */
  wrong: 0.02,
  /** Of the foreign messages at most this part may start anything. */
  foreign: 0.05,
  /** Of the examples that start the right one at the present threshold, at least this part has to stay. */
  kept: 0.8,
} as const

/** The least threshold within the bounds; undefined where none is, or there is nothing to judge by. */
export function suggestThreshold(
  points: readonly ThresholdPoint[],
  foreign: number,
  present: number,
): number | undefined {
  const now = points.find(({ min_confidence }) => min_confidence === Math.round(present))?.right ?? 0
  return points.find(point => {
    const all = point.right + point.asked + point.astray + point.wrong + point.none
    return (
      point.right > 0 &&
      point.wrong <= all * bounds.wrong &&
      point.foreign <= foreign * bounds.foreign &&
      point.right >= now * bounds.kept
    )
  })?.min_confidence
}
