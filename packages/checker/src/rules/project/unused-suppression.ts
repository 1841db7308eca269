import { namesRule } from '@scenewright/model/config'
import { findNearestRule } from '../../nearest-rule.ts'
import { suppressionRule } from '../../rule.ts'
import { hasReason } from '../../suppressions/suppression.ts'
import { didYouMean, quoted } from '../../wording.ts'

export const unusedSuppression = suppressionRule({
  id: 'project/unused-suppression',
  level: 'warning',
  summary: 'A suppression suppresses nothing.',
  check({ suppressions, used, rules, report }) {
    const ids = rules.map(rule => rule.id)
    for (const suppression of suppressions) {
      if (used.has(suppression) || !hasReason(suppression)) continue
      const { rule, place, scenario } = suppression
      const isKnown = rule !== '*' && ids.some(id => namesRule(rule, id))
      report({
        message: isKnown
          ? `The suppression of ${quoted(rule)} suppresses nothing`
          : `The suppression names ${rule === '' ? 'no rule' : `the unknown rule ${quoted(rule)}`}`,
        at: place,
        scenario,
        help: (isKnown ? undefined : didYouMean(findNearestRule(rule, rules))) ?? 'Remove it.',
      })
    }
  },
})
