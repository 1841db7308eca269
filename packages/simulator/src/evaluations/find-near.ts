import { InternalError } from '@scenewright/model'
import type { Bot } from '../dialogue/bot.ts'
import { findLargest } from '../trigger/find-largest.ts'
import { findScorerParts } from '../trigger/lexical-scorer.ts'
import { vectorsIn } from '../trigger/vector-list.ts'

/**
 * The keys of the scenarios whose own texts are most similar to those of a scenario: at most `max`, the most similar
 * first. Empty if the bot has no such scenario.
 */
export function findNear({ scorer }: Bot, key: string, max: number): readonly string[] {
  const parts = findScorerParts(scorer)
  if (parts === undefined) throw new InternalError('only a lexical scorer can compare the scenarios of its bot')
  const { profiles, starts, ownEnds, vectors, similarities } = parts.space
  const own = profiles.findIndex(profile => profile.key === key)
  if (own === -1) return []
  const nearest = new Float64Array(profiles.length)
  for (const vector of vectorsIn(vectors, starts[own] ?? 0, ownEnds[own] ?? 0)) {
    const cosines = similarities(vector)
    for (let place = 0; place < nearest.length; place++) {
      for (let text = starts[place] ?? 0; text < (ownEnds[place] ?? 0); text++) {
        const cosine = cosines[text] ?? 0
        if (cosine > (nearest[place] ?? 0)) nearest[place] = cosine
      }
    }
  }
  return findLargest(nearest, max, place => place !== own).flatMap(place => profiles[place]?.key ?? [])
}
