import { type ConversationTests, nearest, type Place } from '@scenewright/model'
import { projectRule } from '../../rule.ts'
import { type KnownScenarios, knownScenarios } from '../../tests/known-scenarios.ts'
import { faultOf, type ReferenceFault } from '../../tests/reference-fault.ts'
import { referencesIn } from '../../tests/references.ts'
import { didYouMean, quoted } from '../../wording.ts'

/** How many names get a guess in a run: each is held against every key, or every node. */
const mostGuesses = 100

export const unknownReference = projectRule({
  id: 'test/unknown-reference',
  level: 'error',
  summary: 'A conversation test names a scenario or a node that is not there.',
  check({ reports, share, report }) {
    let guesses = 0
    for (const { tests } of reports) {
      if (tests === undefined) continue
      for (const { fault, at, others } of mistakesIn(tests, share(knownScenarios))) {
        guesses += 1
        const guess = guesses > mostGuesses ? undefined : nearest(fault.name, fault.candidates())
        const again = others.map(other => ({ at: other, message: `${quoted(fault.name)} stands here too` }))
        report({
          message: fault.message,
          at,
          scenario: null,
          related: [...fault.related, ...again],
          help: didYouMean(guess) ?? fault.help,
        })
      }
    }
  },
})

/** A name that a file uses and nothing has, at its first place and its others. */
interface Mistake {
  readonly fault: ReferenceFault
  readonly at: Place
  readonly others: Place[]
}

/** Each once, however often the file has it. */
function mistakesIn(tests: ConversationTests, known: KnownScenarios): Iterable<Mistake> {
  const mistakes = new Map<string, Mistake>()
  for (const reference of referencesIn(tests)) {
    const fault = faultOf(reference, known)
    if (fault === undefined) continue
    const first = mistakes.get(fault.message)
    if (first === undefined) mistakes.set(fault.message, { fault, at: reference.at, others: [] })
    else first.others.push(reference.at)
  }
  return mistakes.values()
}
