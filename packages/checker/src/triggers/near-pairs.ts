import type { Contender } from '@scenewright/simulator'
import type { ProjectSubject } from '../context.ts'
import { type ExampleEvaluation, exampleEvaluations } from './example-evaluations.ts'
import { botSettings } from './leave-one-out.ts'
import { sameExamples } from './same-examples.ts'

/** An example, and another scenario that the bot can hardly tell from its own by a message like it. */
export interface NearPair extends ExampleEvaluation {
  readonly rival: Contender
  readonly own: Contender
  /** Whether the two examples say all but the same, and are not merely near. */
  readonly isAllButSame: boolean
}

/**
 * From this likeness on two examples say all but the same, whatever else their scenarios hold: "How do I change my
 * password" and "How can I change my password". In the example bots, which were made with care, no two have more than
 * 0.62; in a bot of two "Has my parcel been sent" and "Has my refund been sent" have 0.64.
 */
const allButSame = 0.7

/**
 * Below this likeness examples are not near, however near the scores. What the bot would ask back at has less than 0.4
 * in both example bots; of 88 such pairs in ten parts of BANKING77's training set (20 intents, 8 examples each) four have
 * more.
 */
const near = 0.55

/** As many pairs of one scenario as are told. */
const mostOfOne = 3

/** Names the two examples of a pair, whichever of them was tried. */
export function pairName({ scenario: { key }, example }: ExampleEvaluation, { scenario, nearest }: Contender): string {
  return [`${example} ${key}`, `${nearest?.example} ${scenario}`].sort().join('\n')
}

/**
 * Of any two scenarios the pair that is hardest to tell apart: the bot would ask back at a message like the example, or
 * the other scenario has an example that says the same, and its own does not win by far.
 */
export function nearPairs(subject: ProjectSubject): readonly NearPair[] {
  const strongest = new Map<string, NearPair>()
  for (const { evaluations } of subject.share(exampleEvaluations)) {
    for (const pair of evaluations.flatMap(evaluation => pairsOf(evaluation, subject))) {
      const name = [pair.scenario.key, pair.rival.scenario].sort().join('\n')
      const found = strongest.get(name)
      if (found === undefined || likenessOf(pair) > likenessOf(found)) strongest.set(name, pair)
    }
  }
  return nearestOfEach([...strongest.values()])
}

/** Where a scenario is near to very many, as a copy of a copy is, the nearest are enough to see it. */
function nearestOfEach(pairs: readonly NearPair[]): readonly NearPair[] {
  const counts = new Map<string, number>()
  return pairs
    .toSorted((a, b) => likenessOf(b) - likenessOf(a))
    .filter(({ scenario }) => {
      const count = (counts.get(scenario.key) ?? 0) + 1
      counts.set(scenario.key, count)
      return count <= mostOfOne
    })
}

function pairsOf(evaluation: ExampleEvaluation, subject: ProjectSubject): readonly NearPair[] {
  const { own, contenders } = evaluation
  const same = subject.share(sameExamples)
  const { scenario_clarify_min_confidence: least, scenario_clarify_margin: margin } = botSettings(subject)
  if (own === undefined) return []
  return contenders.flatMap(rival => {
    const likeness = rival.nearest?.likeness ?? 0
    if (rival === own || likeness < near || same.has(rival.scenario, rival.nearest?.example)) return []
    const isAmbiguous =
      Math.min(own.confidence, rival.confidence) >= least &&
      Math.round(Math.abs(own.confidence - rival.confidence) * 10) < margin * 10
    // Where the own scenario is much the surer, it is told apart by what else it holds.
    const isAllButSame = likeness >= allButSame && rival.confidence >= Math.min(least, own.confidence - margin)
    return isAmbiguous || isAllButSame ? { ...evaluation, own, rival, isAllButSame } : []
  })
}

function likenessOf({ rival }: NearPair): number {
  return rival.nearest?.likeness ?? 0
}
