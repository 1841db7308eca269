import { scenarioDefaults } from '@scenewright/model'
import { fold } from '@scenewright/simulator'
import { projectRule } from '../../rule.ts'
import { scenariosByKey } from '../../triggers/active-scenarios.ts'
import { leaveOneOut, testMessages } from '../../triggers/leave-one-out.ts'
import { findSameExamples } from '../../triggers/same-examples.ts'
import { confidence, quoted } from '../../wording.ts'

export const tie = projectRule({
  id: 'trigger/tie',
  level: 'warning',
  summary: 'Two scenarios match a message with the same confidence and priority: only the order of their keys decides.',
  needsTriggers: true,
  needsEvaluations: true,
  check({ share, report }) {
    const { messages } = share(leaveOneOut)
    const byKey = share(scenariosByKey)
    const claimed = new Set(
      share(findSameExamples).groups.map(([first]) => fold(first?.scenario.examples[first.example] ?? '')),
    )
    share(testMessages).forEach(({ text, place }, index) => {
      const [first, second] = messages[index]?.contenders ?? []
      if (first === undefined || second === undefined || messages[index]?.decision.kind !== 'start') return
      const [one, other] = [byKey.get(first.scenario), byKey.get(second.scenario)]
      const priorities = [one, other].map(each => each?.fields.priority ?? scenarioDefaults.priority)
      if (first.confidence !== second.confidence || priorities[0] !== priorities[1] || claimed.has(fold(text))) return
      report({
        message: `${quoted(text)} matches ${quoted(first.scenario)} and ${quoted(second.scenario)} with the same confidence (${confidence(first)}) and priority: only the order of their keys decides`,
        at: place,
        scenario: first.scenario,
        related: [one, other].flatMap(each =>
          each === undefined ? [] : { at: each.examplesPlace, message: `The examples of ${quoted(each.key)}` },
        ),
        help: 'Give the intended scenario a similar example, or a lower priority number.',
      })
    })
  },
})
