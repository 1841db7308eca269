import { scenarioPath } from '@scenewright/model/compilation'
import { scenarioRule } from '../../rule.ts'
import { usefulExamples } from '../../triggers/useful-examples.ts'

export const fewExamples = scenarioRule({
  id: 'trigger/few-examples',
  level: 'info',
  summary: 'A trigger has few examples.',
  options: { min_examples: { default: 3, summary: 'The fewest examples that a trigger should have.' } },
  check({ share, options, report }) {
    const count = share(usefulExamples).length
    // None at all is trigger/no-examples.
    if (count === 0 || count >= options.min_examples) return
    report({
      message: `The scenario has ${count === 1 ? 'one example' : `${count} examples`}, and ${options.min_examples} are the fewest that tell it well from others`,
      at: scenarioPath('examples'),
      help: 'Add messages with which customers really ask for this, each in other words than the others.',
    })
  },
})
