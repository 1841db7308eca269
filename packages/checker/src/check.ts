import { type Compilation, compareFindings, type Finding, type ProjectConfig } from '@scenewright/model'
import { activeRules, collect } from './active-rules.ts'
import { createSourceCheck } from './check-source.ts'
import { projectSubject } from './context.ts'
import { type CheckReport, summarise } from './report.ts'
import { rules } from './rules/index.ts'
import type { SourceReport } from './source-report.ts'
import { judgeable } from './suppressions/can-judge.ts'
import { suppress } from './suppressions/suppress.ts'
import { collectSuppressions } from './suppressions/suppression.ts'

/** How to check. */
export interface CheckOptions {
  /** The project file, relative to the project's root; null where there is none. */
  readonly configFile?: string | null
  /** Whether these are only a part of the project, so that what suppresses nothing here may do so there. */
  readonly partial?: boolean
  /** What was found beside the sources. */
  readonly findings?: readonly Finding[]
}

/** Runs every rule that the config does not switch off. Pure: equal arguments give an equal report. */
export function check(compilation: Compilation, config: ProjectConfig, options: CheckOptions = {}): CheckReport {
  const { sources, findings } = compilation
  return conclude(sources.map(createSourceCheck(config)), config, { ...options, findings })
}

/** What the reports of single sources come to: the rules of the whole project, suppressions, order and count. */
export function conclude(
  reports: readonly SourceReport[],
  config: ProjectConfig,
  { configFile = null, partial = false, findings: others = [] }: CheckOptions = {},
): CheckReport {
  const active = activeRules(config)
  const suppressions = collectSuppressions(reports, config, configFile)
  const subject = projectSubject(reports, config)
  const ofProject = collect(active, (rule, options, report) => {
    if (rule.scope === 'project') rule.check({ ...subject, options, report })
  })
  const found = [...others, ...onceEach(reports), ...ofProject]
  const { kept, used } = suppress(found, suppressions)
  const judged = judgeable(suppressions, { reports, rules, partial })
  const ofSuppressions = collect(active, (rule, _options, report) => {
    if (rule.scope === 'suppression') rule.check({ suppressions: judged, used, rules, report })
  })
  const findings = [...kept, ...suppress(ofSuppressions, suppressions).kept].sort(compareFindings)
  return summarise(findings, found.length + ofSuppressions.length - findings.length, reports)
}

/** A fault of a file that several sources import is one fault. */
function onceEach(reports: readonly SourceReport[]): Finding[] {
  const seen = new Set<string>()
  return reports.flatMap(({ file, findings }) =>
    findings.filter(finding => {
      if (finding.file === file) return true
      const { start } = finding.range
      const name = JSON.stringify([finding.file, finding.rule, start.line, start.column, finding.message])
      return !seen.has(name) && seen.add(name)
    }),
  )
}
