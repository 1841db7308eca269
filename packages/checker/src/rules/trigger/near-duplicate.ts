import { fold } from '@scenewright/simulator'
import { projectRule } from '../../rule.ts'
import { findExample } from '../../triggers/active-scenarios.ts'
import { areShadowed } from '../../triggers/misses.ts'
import { findNearPairs } from '../../triggers/near-pairs.ts'
import { confidence, quoted, quotedList } from '../../wording.ts'

export const nearDuplicate = projectRule({
  id: 'trigger/near-duplicate',
  level: 'warning',
  summary: 'Examples of two scenarios are so similar that a message similar to them matches both.',
  needsTriggers: true,
  needsEvaluations: true,
  check(context) {
    const { share, report } = context
    for (const { scenario, example, text, own, rival, isAllButSame } of share(findNearPairs)) {
      const nearest = findExample(context, rival)
      if (nearest === undefined || areShadowed(context, scenario.key, rival.scenario)) continue
      report({
        message: `${quoted(text)} is ${isAllButSame ? 'nearly equal' : 'similar'} to ${quoted(nearest.text)} of ${quoted(rival.scenario)}: a similar message matches ${quoted(scenario.key)} (${confidence(own)}) and ${quoted(rival.scenario)} (${confidence(rival)})`,
        at: scenario.examplePlace(example),
        scenario: scenario.key,
        related: [{ at: nearest.place, message: `The example of ${quoted(rival.scenario)}` }],
        help: `${partingWords(text, nearest.text)} Keep only the example that the customer means, or add each to the exclusions of the other scenario.`,
      })
    }
  },
})

/** A sentence that lists the words that only one of two texts has. */
function partingWords(one: string, other: string): string {
  const [ofOne, ofOther] = [wordsOf(one), wordsOf(other)]
  const parts = [onlyIn(ofOne, ofOther, 'the first'), onlyIn(ofOther, ofOne, 'the second')].filter(part => part !== '')
  return parts.length === 0 ? 'They contain the same words.' : `They differ only in these words: ${parts.join(', ')}.`
}

function onlyIn(words: ReadonlySet<string>, others: ReadonlySet<string>, where: string): string {
  const own = [...words].filter(word => !others.has(word))
  return own.length === 0 ? '' : `${quotedList(own)} in ${where}`
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(fold(text).split(' '))
}
