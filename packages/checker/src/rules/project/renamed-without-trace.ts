import { startOfFile } from '@scenewright/model'
import { projectRule } from '../../rule.ts'
import { quoted } from '../../wording.ts'

export const renamedWithoutTrace = projectRule({
  id: 'project/renamed-without-trace',
  level: 'warning',
  summary: 'A scenario has a new key, but no renamed_from with the old one.',
  check({ reports, renames, report }) {
    if (renames.length === 0) return
    const scenarios = reports.flatMap(({ file, scenarios }) => scenarios.map(each => ({ ...each, file })))
    const traced = new Set(scenarios.map(({ renamedFrom }) => renamedFrom))
    for (const { from, to } of renames) {
      const scenario = traced.has(from) ? undefined : scenarios.find(({ key }) => key === to)
      if (scenario === undefined) continue
      report({
        message: `The scenario ${quoted(from)} seems to be renamed to ${quoted(to)}, but has no renamed_from: a deploy would deactivate the old scenario and create a new one`,
        at: scenario.keyPlace ?? { file: scenario.file, range: startOfFile },
        scenario: to,
        help: `If it is the same scenario, add the line: ${renamedFrom(scenario.file, from)}`,
      })
    }
  },
})

function renamedFrom(file: string, from: string): string {
  return file.endsWith('.ts') ? `renamed_from: '${from.replaceAll("'", "\\'")}',` : `renamed_from: ${from}`
}
