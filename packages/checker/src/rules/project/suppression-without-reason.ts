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
      const { rule, place, scenario } = suppression
      report({ ...(rule === '' ? withoutForm : withoutReason(rule)), at: place, scenario })
    }
  },
})

const withoutForm = {
  message: 'The suppression does not have the form "scenewright-ignore <rule>: <reason>", so it suppresses nothing',
  help: 'Write one comment for each rule, in one line after a single "#" or "//": why is the finding acceptable here?',
}

function withoutReason(rule: string) {
  return {
    message: `The suppression of ${quoted(rule)} gives no reason, so it suppresses nothing`,
    help: 'Write a reason after a colon: why is the finding acceptable here?',
  }
}
