import { scenarioPath } from '@scenewright/model/compilation'
import { isUnknownField } from '../../compiler-findings.ts'
import { scenarioRule } from '../../rule.ts'
import { findUsefulExamples } from '../../triggers/useful-examples.ts'

export const noExamples = scenarioRule({
  id: 'trigger/no-examples',
  level: 'warning',
  summary: 'A trigger has no example.',
  check({ scenario, faults, share, report }) {
    if (share(findUsefulExamples).length > 0 || isUnknownField('examples', { scenario, faults })) return
    report({
      message: 'The scenario has no examples, so only its description determines which messages start it',
      at: scenarioPath('examples'),
      help: 'List five or more real customer messages under `examples`.',
    })
  },
})
