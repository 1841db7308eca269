import { type ObservedTest, type UnobservableField, unobservableFields } from '@scenewright/simulator/conversation'

/** The summary of tests that were run against a service. */
export interface LiveSummary {
  /** The messages that were answered. */
  readonly turns: number
  /** Those of them on which the service decided differently from the simulator. */
  readonly differing: number
  /** How often an expectation could not be checked because answers do not show it, by field. */
  readonly unobservable: readonly { readonly field: UnobservableField; readonly times: number }[]
}

/** Sums up. */
export function summarize(results: readonly ObservedTest[]): LiveSummary {
  const turns = results.flatMap(({ observed }) => observed)
  const expected = results.flatMap(({ unobservable }) => unobservable)
  return {
    turns: turns.length,
    differing: turns.filter(({ differs }) => differs).length,
    unobservable: unobservableFields.flatMap(field => {
      const times = expected.filter(one => one === field).length
      return times === 0 ? [] : [{ field, times }]
    }),
  }
}
