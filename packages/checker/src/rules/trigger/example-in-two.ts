import { projectRule } from '../../rule.ts'
import { canAsk } from '../../triggers/leave-one-out.ts'
import { findSameExamples } from '../../triggers/same-examples.ts'
import { signedMessageOf } from '../../triggers/useful-examples.ts'
import { quoted, quotedList } from '../../wording.ts'

export const exampleInTwo = projectRule({
  id: 'trigger/example-in-two',
  level: 'error',
  summary: 'The same message is an example of two scenarios.',
  needsTriggers: true,
  check({ share, config, report }) {
    const effect = canAsk({ config })
      ? 'the bot always asks which one is meant'
      : 'only their priorities and keys decide which one starts'
    for (const [first, ...others] of share(findSameExamples).groups) {
      const last = others.at(-1)
      if (first === undefined || last === undefined) continue
      const holders = [first, ...others.slice(0, -1)]
      const [text = '', ...texts] = [last, ...holders].map(({ scenario, example }) => scenario.examples[example] ?? '')
      const isSame = texts.every(each => signedMessageOf(each) === signedMessageOf(text))
      const relation = isSame ? 'is also' : 'differs only in punctuation or symbols from'
      report({
        message: `${quoted(text)} ${relation} an example of ${quotedList(holders.map(({ scenario }) => scenario.key))}: ${effect}`,
        at: last.scenario.examplePlace(last.example),
        scenario: last.scenario.key,
        related: holders.map(({ scenario, example }) => ({
          at: scenario.examplePlace(example),
          message: `The example of ${quoted(scenario.key)}`,
        })),
        help: isSame
          ? 'Keep it in the scenario that the customer means, and remove it from the other.'
          : 'Reword one of them, or remove it: punctuation and symbols make no difference.',
      })
    }
  },
})
