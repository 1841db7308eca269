import type { Profile } from './profile.ts'
import type { HeldOutExample } from './scorer.ts'
import type { LeftOut } from './similarity.ts'

/**
 * What the example that is held out takes away from a scenario; undefined where it is none of its own. `cosinesOf` gives
 * a text's similarities to all texts, or at least to the scenario's own.
 */
export function leave(
  profile: Profile,
  without: HeldOutExample | undefined,
  cosinesOf: (text: string) => Float64Array,
): LeftOut | undefined {
  if (without === undefined || without.scenario !== profile.key) return undefined
  const text = profile.examples[without.example]
  if (text === undefined) return undefined
  // The others' sum is what remains when the one is taken away: its length follows from the cosines of the one.
  const cosines = cosinesOf(text)
  const withAll = profile.examples.reduce((sum, _text, place) => sum + (cosines[profile.first + place] ?? 0), 0)
  const withItself = cosines[profile.first + without.example] ?? 0
  const square = profile.sumLength ** 2 - 2 * withAll + withItself
  return { example: without.example, sumLength: Math.sqrt(Math.max(0, square)) }
}
