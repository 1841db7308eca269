import {
  type Compilation,
  compareFindings,
  docsOf,
  type Finding,
  type ProjectConfig,
  type Severity,
} from '@scenewright/model'
import { findingOf, type ProjectReport, placed, projectSubject, scenarioSubject } from './context.ts'
import { type CheckReport, summarise } from './report.ts'
import type { OptionValue, Rule } from './rule.ts'
import { rules } from './rules/index.ts'
import { settingsOf } from './settings.ts'
import { judgeable } from './suppressions/can-judge.ts'
import { suppress } from './suppressions/suppress.ts'
import { collectSuppressions } from './suppressions/suppression.ts'

/** How to check. */
export interface CheckOptions {
  /** The project file, relative to the project's root; null where there is none. */
  readonly configFile?: string | null
  /** Whether the compilation holds only a part of the project, so that what suppresses nothing here may do so there. */
  readonly partial?: boolean
}

/** A rule that the config does not switch off, with what the config makes of it. */
interface ActiveRule {
  readonly rule: Rule
  readonly level: Severity
  readonly options: { readonly [name: string]: OptionValue }
}

/** Runs every rule that the config does not switch off. Pure: equal arguments give an equal report. */
export function check(compilation: Compilation, config: ProjectConfig, options: CheckOptions = {}): CheckReport {
  const { configFile = null, partial = false } = options
  const active = activeRules(config)
  const suppressions = collectSuppressions(compilation, config, configFile)
  const found = [...ofScenarios(active, compilation, config), ...ofProject(active, compilation, config)]
  const { kept, used } = suppress(found, suppressions)
  const judged = judgeable(suppressions, { compilation, rules, partial })
  const ofSuppressions = collect(active, (rule, _options, report) => {
    if (rule.scope === 'suppression') rule.check({ suppressions: judged, used, rules, report })
  })
  const findings = [...kept, ...suppress(ofSuppressions, suppressions).kept].sort(compareFindings)
  return summarise(findings, found.length + ofSuppressions.length - findings.length, compilation)
}

function activeRules(config: ProjectConfig): readonly ActiveRule[] {
  return rules.flatMap(rule => {
    const { level, options } = settingsOf(rule, config)
    return level === 'off' ? [] : [{ rule, level, options }]
  })
}

function ofScenarios(active: readonly ActiveRule[], compilation: Compilation, config: ProjectConfig): Finding[] {
  return compilation.scenarios.flatMap(scenario => {
    const subject = scenarioSubject(scenario, config)
    return collect(active, (rule, options, report) => {
      if (rule.scope !== 'scenario') return
      // Field by field: a spread of the subject, for each rule, took a quarter of the time of a check.
      const { definition, share } = subject
      rule.check({ scenario, definition, config, share, options, report: found => report(placed(found, scenario)) })
    })
  })
}

function ofProject(active: readonly ActiveRule[], compilation: Compilation, config: ProjectConfig): Finding[] {
  const subject = projectSubject(compilation, config)
  return collect(active, (rule, options, report) => {
    if (rule.scope === 'project') rule.check({ ...subject, options, report })
  })
}

/** The findings of the rules that `run` runs. */
function collect(
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
