import { suppressionRule } from '../../rule.ts'
import { hasReason } from '../../suppressions/suppression.ts'
import { quoted } from '../../wording.ts'

export const suppressionWithoutReason = suppressionRule({
  id: 'project/suppression-without-reason',
  level: 'error',
  summary: 'A suppression gives no reason, so the finding is still reported.',
  check({ suppressions, report }) {
    for (const suppression of suppressions) {
      if (hasReason(suppression)) continue
      report({
        message: `The suppression${suppression.rule === '' ? '' : ` of ${quoted(suppression.rule)}`} gives no reason, so it suppresses nothing`,
        at: suppression.place,
        scenario: suppression.scenario,
        help: 'Write a reason after a colon: why is the finding acceptable here?',
      })
    }
  },
})
