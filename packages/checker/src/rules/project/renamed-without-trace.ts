import { startOfFile } from '@scenewright/model'
import { escapeCharacter } from '@scenewright/model/text'
import { projectRule } from '../../rule.ts'
import { isPlainInYaml, quoted } from '../../wording.ts'

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
      // Keys in different forms of Unicode look the same.
      const shown = from.normalize() === to.normalize() ? escaped : (name: string) => name
      report({
        message: `The scenario ${shown(quoted(from))} seems to be renamed to ${shown(quoted(to))}, but has no renamed_from: a deploy would deactivate the old scenario and create a new one`,
        at: scenario.keyPlace ?? { file: scenario.file, range: startOfFile },
        scenario: to,
        help: `If it is the same scenario, add the line: ${renamedFrom(scenario.file, from, shown)}`,
      })
    }
  },
})

function renamedFrom(file: string, from: string, shown: (name: string) => string): string {
  if (file.endsWith('.ts')) return `renamed_from: '${shown(from).replaceAll("'", "\\'")}',`
  const isPlain = isPlainInYaml(from) && shown(from) === from
  return `renamed_from: ${isPlain ? from : shown(JSON.stringify(from))}`
}

/** A name in ASCII, with escapes that YAML and TypeScript have in common. */
function escaped(name: string): string {
  return name.replace(/[^ -~\u{10000}-\u{10ffff}]/gu, escapeCharacter)
}
