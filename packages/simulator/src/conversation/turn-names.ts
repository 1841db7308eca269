import type { TestTurn } from '@scenewright/model'

/** The keys of the scenarios that a turn of a test names. */
export function namedIn({ expect }: TestTurn): ReadonlySet<string> {
  const { starts, clarifies = [] } = expect ?? {}
  return new Set(starts === undefined ? clarifies : [starts, ...clarifies])
}
