import type { Trial } from './calibration.ts'
import { judgeCosines } from './nearness.ts'
import type { TextSpace } from './text-space.ts'

/** Smaller bots have too little to leave out. */
const fewestScenarios = 6

/** As many examples are tried: enough for what is typical, and each costs as much as two messages. */
const mostTrials = 96

/**
 * Tries examples as messages without themselves, and without their scenarios. Which ones hangs on their texts alone, so
 * that an edit of one example hardly changes what is learnt. None of a bot that is too small.
 */
export function tryExamples(space: TextSpace): readonly Trial[] {
  const { profiles, vectors } = space
  if (profiles.length < fewestScenarios) return []
  return chosen(space).flatMap(({ text, scenario }) => {
    const vector = vectors[text]
    if (vector === undefined) return []
    const cosines = space.similarities(vector)
    const without = judgeCosines(space, cosines.slice(), { scenario })
    const within = judgeCosines(space, cosines, { text })
    return { within, isRight: within.place === scenario, without }
  })
}

function chosen({ profiles }: TextSpace): readonly { readonly text: number; readonly scenario: number }[] {
  const all = profiles.flatMap(({ first, texts: { examples } }, scenario) =>
    examples.length < 2 ? [] : examples.map((example, at) => ({ text: first + at, scenario, rank: spread(example) })),
  )
  return all
    .sort((a, b) => a.rank - b.rank || a.text - b.text)
    .slice(0, mostTrials)
    .sort((a, b) => a.text - b.text)
}

/** A number that says nothing of the text, FNV-1a over its code units. */
function spread(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0
}
