import type { Trial } from './calibration.ts'
import { spell } from './features.ts'
import { isLargeBot } from './is-large-bot.ts'
import { judge } from './judgement.ts'
import { largestPlaces } from './largest-places.ts'
import { nearnessOf } from './nearness.ts'
import type { TextSpace } from './text-space.ts'

/** Smaller bots have too little to leave out. */
const fewestScenarios = 6

/**
 * As many examples are tried: enough for what is typical, and each costs as much as two messages. In a large bot, where
 * a message costs more, fewer are.
 */
const mostTrials = 96
const mostInLargeBot = 32

/**
 * Tries examples as messages without themselves, and without their scenarios. Which ones hangs on their texts alone, so
 * that an edit of one example hardly changes what is learnt. None of a bot that is too small.
 */
export function tryExamples(space: TextSpace): readonly Trial[] {
  const { profiles, vectors, owners } = space
  if (profiles.length < fewestScenarios) return []
  return chosen(space).flatMap(text => {
    const vector = vectors[text]
    const scenario = owners[text]
    if (vector === undefined || scenario === undefined) return []
    const cosines = space.similarities(vector)
    const without = judge(nearnessOf(space, cosines.slice(), { scenario }).similarities)
    const { similarities } = nearnessOf(space, cosines, { text })
    const within = judge(similarities)
    // Of two that are as near neither is wrong: the order of the scenarios must not tell.
    return { within, isRight: within.best > 0 && similarities[scenario] === within.best, without }
  })
}

/** The places of the texts to be tried. An example alone in its scenario is none: nothing is left without it. */
function chosen({ profiles }: TextSpace): readonly number[] {
  const most = isLargeBot(profiles.length) ? mostInLargeBot : mostTrials
  const ranks = profiles.flatMap(({ texts: { texts, examples } }) =>
    texts.map(({ kind, text }) => (kind === 'example' && examples.length > 1 ? spread(text) : 0)),
  )
  return largestPlaces(Float64Array.from(ranks), most, () => true).toSorted((a, b) => a - b)
}

/** A number that says nothing of the text. */
function spread(text: string): number {
  const hash = spell(text)
  return Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0
}
