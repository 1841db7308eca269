import { docsOf, type Finding, type ProjectConfig, type Severity } from '@scenewright/model'
import { findingOf, type ProjectReport } from './context.ts'
import type { OptionValue, Rule } from './rule.ts'
import { rules } from './rules/index.ts'
import { settingsOf } from './settings.ts'

/** A rule that the config does not switch off, with what the config makes of it. */
export interface ActiveRule {
  readonly rule: Rule
  readonly level: Severity
  readonly options: { readonly [name: string]: OptionValue }
}

/** The rules that a config leaves on. */
export function activeRules(config: ProjectConfig): readonly ActiveRule[] {
  return rules.flatMap(rule => {
    const { level, options } = settingsOf(rule, config)
    return level === 'off' ? [] : [{ rule, level, options }]
  })
}

/** The findings of the rules that `run` runs. */
export function collect(
  active: readonly ActiveRule[],
  run: (rule: Rule, options: ActiveRule['options'], report: (found: ProjectReport) => void) => void,
): Finding[] {
  const findings: Finding[] = []
  for (const { rule, level, options } of active) {
    const shared = { rule: rule.id, severity: level, docs: docsOf(rule.id) }
    run(rule, options, found => findings.push(findingOf(found, shared)))
  }
  return findings
}
