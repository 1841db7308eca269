import { foldAll } from '@scenewright/simulator'
import { projectRule } from '../../rule.ts'
import { isBlank } from '../../texts/invisible-characters.ts'
import { activeScenarios } from '../../triggers/active-scenarios.ts'
import { quoted } from '../../wording.ts'

export const unreachableConfidence = projectRule({
  id: 'trigger/unreachable-confidence',
  level: 'warning',
  summary: 'A scenario cannot be started by any of its own examples.',
  needsTriggers: true,
  check({ share, report }) {
    for (const { key, examples, exclusions, examplesPlace } of share(activeScenarios)) {
      // An example that is not held out always starts its scenario, unless it has no letters or digits, or is excluded.
      // A blank one is no example: trigger/no-examples reports that.
      const silent = examples.filter((text, example) => isSilent(examples, example) && !isBlank(text))
      if (silent.length === 0) continue
      const excluded = new Set(foldAll(exclusions))
      if (foldAll(examples).some(text => text !== '' && !excluded.has(text))) continue
      report({
        message: `No example of ${quoted(key)} can start it: ${quoted(silent[0] ?? '')} contains no letter or digit to match`,
        at: examplesPlace,
        scenario: key,
        help: 'Add examples in words, as customers write them.',
      })
    }
  },
})

/** Whether an example has no letter or digit. Most have one of ASCII, which tells it without folding. */
function isSilent(examples: readonly string[], example: number): boolean {
  return !/[a-z0-9]/i.test(examples[example] ?? '') && foldAll(examples)[example] === ''
}
