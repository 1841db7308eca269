import { scenarioPath } from '@scenewright/model/compilation'
import { isUnknownField } from '../../compiler-findings.ts'
import { scenarioRule } from '../../rule.ts'
import { usefulExamples } from '../../triggers/useful-examples.ts'

export const noExamples = scenarioRule({
  id: 'trigger/no-examples',
  level: 'warning',
  summary: 'A trigger has no example.',
  check({ scenario, faults, share, report }) {
    if (share(usefulExamples).length > 0 || isUnknownField('examples', { scenario, faults })) return
    report({
      message: 'The scenario has no example, so its description alone must tell when a message starts it',
      at: scenarioPath('examples'),
      help: 'List under `examples` five or more messages with which customers really ask for this, in their own words.',
    })
  },
})
