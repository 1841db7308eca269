import type { Finding } from '@scenewright/model'
import { type ProjectReport, toFinding } from './context.ts'
import type { Rule } from './rule.ts'
import type { OptionValue } from './rule-description.ts'
import type { Settings } from './settings.ts'

type Run<Kind extends Rule> = (
  rule: Kind,
  options: { readonly [name: string]: OptionValue },
  report: (found: ProjectReport) => void,
) => void

/**
 * The findings of the rules that `run` runs. Uses the settings of the given file, or else those of each finding's own
 * place.
 */
export function collect<Kind extends Rule>(
  rules: readonly Kind[],
  { settings, file }: { readonly settings: Settings; readonly file?: string },
  run: Run<Kind>,
): Finding[] {
  const findings: Finding[] = []
  for (const rule of rules) {
    const general = settings.of(rule, file)
    if (file === undefined ? !settings.isEverOn(rule) : general.level === 'off') continue
    run(rule, general.options, found => {
      const { level } = file === undefined ? settings.of(rule, found.at.file) : general
      if (level === 'off') return
      const { id, docs } = rule
      findings.push(toFinding(found, { rule: id, severity: level, ...(docs !== undefined && { docs }) }))
    })
  }
  return findings
}
