import { scenarioPath } from '@scenewright/model/compilation'
import { isUnknownField } from '../../compiler-findings.ts'
import { scenarioRule } from '../../rule.ts'
import { isBlank } from '../../texts/invisible-characters.ts'
import { canAsk } from '../../triggers/leave-one-out.ts'
import { quoted } from '../../wording.ts'

export const clarifyUnlabelled = scenarioRule({
  id: 'trigger/clarify-unlabelled',
  level: 'warning',
  summary: 'An active scenario has no clarification_label, but the bot asks the customer to choose a topic.',
  check({ scenario, config, faults, report }) {
    if (!canAsk({ config }) || !scenario.isActive) return
    const { title, clarification_label: label } = scenario.document.scenario
    if (typeof label === 'string' && !isBlank(label)) return
    if (isUnknownField('clarification_label', { scenario, faults })) return
    const offered = label ? 'a blank topic' : `the internal title ${quoted(title)}`
    report({
      message: `The scenario has ${label ? 'a blank' : 'no'} clarification_label: when the bot asks the customer to choose a topic, it offers ${offered}`,
      at: scenarioPath('clarification_label'),
      help: 'Set `clarification_label` to a short name of this topic, in two or three words that a customer would use.',
    })
  },
})
