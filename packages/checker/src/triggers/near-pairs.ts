import { compareText } from '@scenewright/model/text'
import type { Contender, Decision } from '@scenewright/simulator'
import type { ProjectSubject } from '../context.ts'
import { scenariosByKey } from './active-scenarios.ts'
import { type ExampleEvaluation, exampleEvaluations, near } from './example-evaluations.ts'
import { botSettings } from './leave-one-out.ts'
import { findSameExamples } from './same-examples.ts'

/** An example, and another scenario that the bot can hardly distinguish from its own for a similar message. */
export interface NearPair extends ExampleEvaluation {
  readonly rival: Contender
  readonly own: Contender
  /** Whether the two examples are nearly equal, and not only similar. */
  readonly isAllButSame: boolean
}

/**
 * From this similarity on, two examples are nearly equal, whatever else their scenarios contain: "How do I change my
 * password" and "How can I change my password". In the carefully written example bots, no two have more than 0.62; in a
 * bot of two, "Has my parcel been sent" and "Has my refund been sent" have 0.64.
 */
const allButSame = 0.7

/** A pair is left out if each of its scenarios has as many that are more similar. */
const maxOfOne = 3

/** Names the two examples of a pair, in either order. */
export function pairName({ scenario: { key }, example }: ExampleEvaluation, { scenario, nearest }: Contender): string {
  return [`${example} ${key}`, `${nearest?.example} ${scenario}`].sort().join('\n')
}

/**
 * For any two scenarios, the pair that is hardest to distinguish: the bot would ask for clarification for a similar
 * message, or the other scenario has a nearly equal example and its own scenario does not win clearly.
 */
export function findNearPairs(subject: ProjectSubject): readonly NearPair[] {
  const compare = createComparison(subject)
  const findPairs = createFindPairs(subject)
  const strongest = new Map<string, NearPair>()
  for (const { evaluations } of subject.share(exampleEvaluations)) {
    for (const pair of evaluations.flatMap(findPairs)) {
      const name = [pair.scenario.key, pair.rival.scenario].sort().join('\n')
      const found = strongest.get(name)
      if (found === undefined || compare(pair, found) < 0) strongest.set(name, pair)
    }
  }
  return nearestOfEach([...strongest.values()].sort(compare))
}

/** Compares by similarity, and then by the texts: the names of scenarios and files have no influence. */
function createComparison({ share }: ProjectSubject): (a: NearPair, b: NearPair) => number {
  const byKey = share(scenariosByKey)
  const nearestText = ({ rival: { scenario, nearest } }: NearPair) =>
    (nearest && byKey.get(scenario)?.examples[nearest.example]) ?? ''
  return (a, b) =>
    similarityOf(b) - similarityOf(a) || compareText(a.text, b.text) || compareText(nearestText(a), nearestText(b))
}

/** If scenarios are similar to very many, such as copies of each other, the most similar ones suffice. */
function nearestOfEach(pairs: readonly NearPair[]): readonly NearPair[] {
  const counts = new Map<string, number>()
  return pairs.filter(({ scenario, rival }) => {
    const keys = [scenario.key, rival.scenario]
    if (keys.every(key => (counts.get(key) ?? 0) >= maxOfOne)) return false
    for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
    return true
  })
}

function createFindPairs(subject: ProjectSubject): (evaluation: ExampleEvaluation) => readonly NearPair[] {
  const same = subject.share(findSameExamples)
  const settings = botSettings(subject)
  const { scenario_clarify_min_confidence: min, scenario_clarify_margin: margin } = settings
  const couldStart = ({ confidence, min_confidence }: Contender) =>
    confidence >= min_confidence || (settings.scenario_clarify_enabled && confidence >= min)
  return evaluation => {
    const { own, contenders, decision } = evaluation
    if (own === undefined) return []
    return contenders.flatMap(rival => {
      const rivalSimilarity = rival.nearest?.similarity ?? 0
      if (rival === own || rivalSimilarity < near || same.has(rival.scenario, rival.nearest?.example)) return []
      const isAmbiguous =
        couldStart(own) &&
        couldStart(rival) &&
        Math.min(own.confidence, rival.confidence) >= min &&
        Math.round(Math.abs(own.confidence - rival.confidence) * 10) < margin * 10
      // If its own scenario has a much higher confidence, its other content distinguishes it. Nearly equal examples
      // share the confidence, so one of the two could start, whatever they have, unless a third scenario starts.
      const isAllButSame =
        rivalSimilarity >= allButSame &&
        rival.confidence >= Math.min(min, own.confidence - margin) &&
        !startsAnother(decision, [own, rival])
      return isAmbiguous || isAllButSame ? { ...evaluation, own, rival, isAllButSame } : []
    })
  }
}

function startsAnother(decision: Decision, pair: readonly Contender[]): boolean {
  return decision.kind === 'start' && !pair.some(({ scenario }) => scenario === decision.scenario)
}

function similarityOf({ rival }: NearPair): number {
  return rival.nearest?.similarity ?? 0
}
