import type { ThresholdPoint } from './curves.ts'

/** What a threshold has to keep to be suggested, as shares from 0 to 1. */
const suggestionBounds = {
  /** Of the examples at most this part may start a wrong scenario. */
  wrong: 0.02,
  /** Of the foreign messages at most this part may start anything. */
  foreign: 0.05,
  /** Of the examples that start the right one at the best threshold, at least this part has to stay. */
  kept: 0.6,
} as const

/** The least threshold within the bounds; undefined where none is, or there is nothing to judge by. */
export function suggestThreshold(points: readonly ThresholdPoint[], foreign: number): number | undefined {
  const most = Math.max(0, ...points.map(({ right }) => right))
  return points.find(point => {
    const all = point.right + point.asked + point.astray + point.wrong + point.none
    return (
      most > 0 &&
      point.wrong <= all * suggestionBounds.wrong &&
      point.foreign <= foreign * suggestionBounds.foreign &&
      point.right >= most * suggestionBounds.kept
    )
  })?.min_confidence
}
