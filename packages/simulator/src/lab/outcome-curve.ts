import { createOutcomeCounts, type LabelledOutcomes, type OutcomeCounts } from './labelled.ts'

/** The outcome of a message at a point; undefined if nothing should and does start. */
type OutcomeAt = (point: number) => keyof LabelledOutcomes | undefined

/** Counts outcomes at each whole number of a range. */
export interface OutcomeCurve {
  /** Adds a message, `count` times. Its outcome changes only at some points, which are given in any order. */
  add(count: number, outcomeAt: OutcomeAt, changes: readonly number[]): void
  /** The outcomes of all messages at each point, in order. */
  points(): readonly { readonly point: number; readonly outcomes: LabelledOutcomes }[]
}

/** Creates a curve without messages. */
export function createOutcomeCurve(first: number, last: number): OutcomeCurve {
  // Each entry is the difference to the entry before: a message changes few of them.
  const steps: readonly OutcomeCounts[] = Array.from({ length: last - first + 1 }, createOutcomeCounts)
  return {
    add(count, outcomeAt, changes) {
      const within = changes.filter(point => point > first && point <= last).sort((a, b) => a - b)
      let before: keyof LabelledOutcomes | undefined
      for (const point of [first, ...within]) {
        const outcome = outcomeAt(point)
        const step = steps[point - first]
        if (outcome === before || step === undefined) continue
        if (before !== undefined) step[before] -= count
        if (outcome !== undefined) step[outcome] += count
        before = outcome
      }
    },
    points() {
      const sum = createOutcomeCounts()
      return steps.map((step, index) => {
        for (const name of outcomeNames) sum[name] += step[name]
        return { point: first + index, outcomes: { ...sum } }
      })
    },
  }
}

// Its keys are the names of the outcomes.
const outcomeNames = Object.keys(createOutcomeCounts()) as readonly (keyof LabelledOutcomes)[]
