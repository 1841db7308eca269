import { scenarioPath } from '@scenewright/model/compilation'
import { scenarioRule } from '../../rule.ts'
import { findUsefulExamples, messageOf } from '../../triggers/useful-examples.ts'

export const fewExamples = scenarioRule({
  id: 'trigger/few-examples',
  level: 'info',
  summary: 'A trigger has few examples.',
  options: { min_examples: { default: 3, summary: 'The minimum number of examples of a trigger.' } },
  check({ share, options, report }) {
    const count = new Set(share(findUsefulExamples).map(messageOf)).size
    // trigger/no-examples reports a trigger without examples.
    if (count === 0 || count >= options.min_examples) return
    report({
      message: `The scenario has ${count === 1 ? 'one example' : `${count} examples`}, but needs at least ${options.min_examples} to be distinguished from others`,
      at: scenarioPath('examples'),
      help: 'Add real customer messages, each worded differently.',
    })
  },
})
