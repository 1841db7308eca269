import type { Contender } from '@scenewright/simulator'
import type { ProjectSubject } from '../context.ts'
import { type ExampleTrial, exampleTrials } from './example-trials.ts'
import { botSettings } from './trials.ts'

/** An example, and another scenario that the bot can hardly tell from its own by a message like it. */
export interface NearPair extends ExampleTrial {
  readonly rival: Contender
  readonly own: Contender
}

/** From this likeness on two examples say the same, whatever else their scenarios hold. */
const sameMeaning = 0.72

/**
 * Below this likeness examples are not near, however near the scores: in bots made with care the pairs that the bot would
 * ask back at lie below 0.47 (both example bots); in BANKING77 those above 0.5 do say nearly the same.
 */
const near = 0.5

/**
 * Of any two scenarios the pair that is hardest to tell apart: the bot would ask back at a message like the example, or
 * the other scenario has an example that says the same.
 */
export function nearPairs(subject: ProjectSubject): readonly NearPair[] {
  const strongest = new Map<string, NearPair>()
  for (const { trials } of subject.share(exampleTrials)) {
    for (const pair of trials.flatMap(trial => pairsOf(trial, subject))) {
      const name = [pair.scenario.key, pair.rival.scenario].sort().join('\n')
      const found = strongest.get(name)
      if (found === undefined || isStronger(pair, found)) strongest.set(name, pair)
    }
  }
  return [...strongest.values()]
}

function pairsOf(trial: ExampleTrial, subject: ProjectSubject): readonly NearPair[] {
  const { own, contenders } = trial
  const { scenario_clarify_min_confidence: least, scenario_clarify_margin: margin } = botSettings(subject)
  if (own === undefined) return []
  return contenders.flatMap(rival => {
    const likeness = rival.nearest?.likeness ?? 0
    if (rival === own || likeness < near) return []
    const isAmbiguous =
      Math.min(own.confidence, rival.confidence) >= least &&
      Math.round(Math.abs(own.confidence - rival.confidence) * 10) < margin * 10
    return isAmbiguous || likeness >= sameMeaning ? { ...trial, own, rival } : []
  })
}

function isStronger(a: NearPair, b: NearPair): boolean {
  return (a.rival.nearest?.likeness ?? 0) > (b.rival.nearest?.likeness ?? 0)
}
