import { type Place, startOfFile } from '@scenewright/model'
import { projectRule } from '../../rule.ts'
import { quoted } from '../../wording.ts'

export const reusedKey = projectRule({
  id: 'project/reused-key',
  level: 'warning',
  summary: 'The former key of a scenario is also the key or the former key of another one.',
  check({ reports, report }) {
    const keys = new Set(reports.flatMap(({ scenarios }) => scenarios.map(({ key }) => key)))
    const claims = new Map<string, { readonly key: string; readonly at: Place }>()
    for (const { file, scenarios } of reports) {
      for (const { key, renamedFrom, renamedFromPlace } of scenarios) {
        if (renamedFrom === undefined || renamedFrom === key) continue
        const at = renamedFromPlace ?? { file, range: startOfFile }
        const earlier = claims.get(renamedFrom)
        if (keys.has(renamedFrom)) {
          report({
            message: `Another scenario has the key ${quoted(renamedFrom)}: where this rename is not deployed yet, that one keeps the record, and ${quoted(key)} becomes a new one`,
            at,
            scenario: key,
            help: 'Deploy the rename to every environment before another scenario gets the former key; then remove renamed_from.',
          })
        } else if (earlier === undefined) claims.set(renamedFrom, { key, at })
        // Two sources with the same key are reported as such.
        else if (earlier.key !== key) {
          report({
            message: `${quoted(earlier.key)} is also renamed from ${quoted(renamedFrom)}: where neither rename is deployed yet, the deploy stops`,
            at,
            scenario: key,
            related: [{ at: earlier.at, message: `The former key of ${quoted(earlier.key)}` }],
            help: `Only one of them can continue ${quoted(renamedFrom)}: remove renamed_from from the other.`,
          })
        }
      }
    }
  },
})
