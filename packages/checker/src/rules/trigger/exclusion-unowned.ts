import { projectRule } from '../../rule.ts'
import { activeScenarios, findExample } from '../../triggers/active-scenarios.ts'
import { findExclusionConflicts } from '../../triggers/exclusion-conflicts.ts'
import { botSettings, leaveOneOut } from '../../triggers/leave-one-out.ts'
import { confidence, quoted } from '../../wording.ts'

export const exclusionUnowned = projectRule({
  id: 'trigger/exclusion-unowned',
  level: 'info',
  summary: 'No other scenario matches a message that a scenario excludes, so the customer gets no answer.',
  needsTriggers: true,
  needsEvaluations: true,
  check(context) {
    const { reports, share, report } = context
    // The scenario that matches it may be one that does not bind.
    if (!reports.every(({ isBound }) => isBound)) return
    const { exclusions } = share(leaveOneOut)
    const { scenario_clarify_min_confidence: min } = botSettings(context)
    const contradicted = new Set(
      share(findExclusionConflicts).map(({ scenario, exclusion }) => `${exclusion} ${scenario.key}`),
    )
    share(activeScenarios).forEach((scenario, place) => {
      const evaluated = exclusions[place]
      if (evaluated === undefined || evaluated.outline.startNone === 0) return
      scenario.exclusions.forEach((text, index) => {
        const evaluation = evaluated.predictions[index]
        // An exclusion that contradicts an example of the same scenario is already reported.
        if (evaluation?.decision.kind !== 'none' || contradicted.has(`${index} ${scenario.key}`)) return
        const nearest = evaluation.contenders.find(({ confidence: sureness }) => sureness >= min)
        const nearby =
          nearest &&
          `; the nearest is ${quoted(nearest.scenario)} (${confidence(nearest)} of ${nearest.min_confidence})`
        const owner = nearest && findExample(context, nearest)
        report({
          message: `No scenario matches ${quoted(text)}, which ${quoted(scenario.key)} excludes, so the customer gets no answer${nearby ?? ''}`,
          at: scenario.exclusionPlace(index),
          scenario: scenario.key,
          related: owner ? [{ at: owner.place, message: `The nearest example: ${quoted(owner.text)}` }] : [],
          help: 'Add it to the examples of the scenario that should answer it, or write such a scenario.',
        })
      })
    })
  },
})
