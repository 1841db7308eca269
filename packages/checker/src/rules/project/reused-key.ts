import { startOfFile } from '@scenewright/model'
import { projectRule } from '../../rule.ts'
import { quoted } from '../../wording.ts'

export const reusedKey = projectRule({
  id: 'project/reused-key',
  level: 'warning',
  summary: 'The former key of a scenario is the key of another one, so its rename has no effect.',
  check({ reports, report }) {
    const keys = new Set(reports.flatMap(({ scenarios }) => scenarios.map(({ key }) => key)))
    for (const { file, scenarios } of reports) {
      for (const { key, renamedFrom, renamedFromPlace } of scenarios) {
        if (renamedFrom === undefined || renamedFrom === key || !keys.has(renamedFrom)) continue
        report({
          message: `Another scenario has the key ${quoted(renamedFrom)}: where this rename is not deployed yet, that one keeps the record, and ${quoted(key)} becomes a new one`,
          at: renamedFromPlace ?? { file, range: startOfFile },
          scenario: key,
          help: 'Deploy the rename to every environment before another scenario gets the former key; then remove renamed_from.',
        })
      }
    }
  },
})
