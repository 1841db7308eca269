import { fold } from '@scenewright/simulator'
import { projectRule } from '../../rule.ts'
import { exampleAt } from '../../triggers/active-scenarios.ts'
import { areShadowed } from '../../triggers/misses.ts'
import { nearPairs } from '../../triggers/near-pairs.ts'
import { confidence, quoted, quotedList } from '../../wording.ts'

export const nearDuplicate = projectRule({
  id: 'trigger/near-duplicate',
  level: 'warning',
  summary: 'Examples of two scenarios are so near to each other that a message like them fits both.',
  needsTriggers: true,
  check(context) {
    const { share, report } = context
    for (const { scenario, example, text, own, rival, isAllButSame } of share(nearPairs)) {
      const nearest = exampleAt(context, rival)
      if (nearest === undefined || areShadowed(context, scenario.key, rival.scenario)) continue
      report({
        message: `${quoted(text)} is ${isAllButSame ? 'all but' : 'near to'} ${quoted(nearest.text)} of ${quoted(rival.scenario)}: a message like it fits ${quoted(scenario.key)} (${confidence(own)}) and ${quoted(rival.scenario)} (${confidence(rival)})`,
        at: scenario.examplePlace(example),
        scenario: scenario.key,
        related: [{ at: nearest.place, message: `The example of ${quoted(rival.scenario)}` }],
        help: `${partingWords(text, nearest.text)} Keep the one that the customer means, or make each an exclusion of the other scenario.`,
      })
    }
  },
})

/** Says in a sentence which words part two texts. */
function partingWords(one: string, other: string): string {
  const [ofOne, ofOther] = [wordsOf(one), wordsOf(other)]
  const parts = [onlyIn(ofOne, ofOther, 'the first'), onlyIn(ofOther, ofOne, 'the second')].filter(part => part !== '')
  return parts.length === 0 ? 'They have the same words.' : `Only these words part them: ${parts.join(', ')}.`
}

function onlyIn(words: ReadonlySet<string>, others: ReadonlySet<string>, where: string): string {
  const own = [...words].filter(word => !others.has(word))
  return own.length === 0 ? '' : `${quotedList(own)} in ${where}`
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(fold(text).split(' '))
}
