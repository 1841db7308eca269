import { compareFindings, type Finding, type Place } from '@scenewright/model'
import type { Compilation } from '@scenewright/model/compilation'
import type { ProjectConfig } from '@scenewright/model/config'
import { createSourceCheck } from './check-source.ts'
import { collect } from './collect.ts'
import { projectSubject, type Rename } from './context.ts'
import { lacksCustomRules } from './custom-names.ts'
import { type CheckReport, countSources, type SuppressedFinding, summarize } from './report.ts'
import { type Rule, rulesOf } from './rule.ts'
import { rules as allRules } from './rules/index.ts'
import { readSettings } from './settings.ts'
import type { SourceReport } from './source-report.ts'
import { selectReportable, suppress } from './suppressions/suppress.ts'
import { collectSuppressions } from './suppressions/suppression.ts'
import { findTriggerFindings, triggerRules } from './triggers/trigger-findings.ts'

/** The options of a check. */
export interface CheckOptions {
  /** Every rule by default. */
  readonly rules?: readonly Rule[]
  /** Where the entries of `suppress` are in the config; by default at its start. */
  readonly suppressPlaces?: readonly Place[]
  /** The findings that belong to no source. */
  readonly findings?: readonly Finding[]
  /** The scenarios whose keys changed since the state that the project is compared with. */
  readonly renames?: readonly Rename[]
  /** The findings of the rules about triggers, if they are known; else these rules are run. */
  readonly triggerFindings?: readonly Finding[]
}

/** Runs every rule that the config does not switch off. Pure: equal arguments give an equal report. */
export function check(compilation: Compilation, config: ProjectConfig, options: CheckOptions = {}): CheckReport {
  const { sources, findings } = compilation
  return finalizeReport(sources.map(createSourceCheck(config, options.rules)), config, { ...options, findings })
}

/**
 * Makes the report of a run from the reports of single sources: applies the rules of the whole project and the
 * suppressions, sorts and counts.
 */
export function finalizeReport(
  reports: readonly SourceReport[],
  config: ProjectConfig,
  options: CheckOptions = {},
): CheckReport {
  const { rules = allRules, suppressPlaces, findings: others = [] } = options
  const settings = readSettings(config)
  const suppressions = collectSuppressions(reports, config, suppressPlaces)
  const { renames = [], triggerFindings = findTriggerFindings({ reports, config, rules }) } = options
  const subject = projectSubject({ reports, config, renames })
  const ofTriggers = new Set<Rule>(triggerRules(rules))
  const ofProject = collect(
    rulesOf(rules, 'project').filter(rule => !ofTriggers.has(rule)),
    { settings },
    (rule, options, report) => rule.check({ ...subject, options, report }),
  )
  const found = suppress([...others, ...onceEach(reports), ...ofProject, ...triggerFindings], suppressions)
  const judged = selectReportable(suppressions, { reports, rules, lacksCustom: lacksCustomRules(config, rules) })
  const ofSuppressions = collect(rulesOf(rules, 'suppression'), { settings }, (rule, _options, report) =>
    rule.check({ suppressions: judged, used: found.used, rules, report }),
  )
  const last = suppress(ofSuppressions, suppressions)
  return summarize(
    [...found.kept, ...last.kept].sort(compareFindings),
    [...found.suppressed, ...last.suppressed].sort(bySuppressed),
    countSources(reports),
  )
}

function bySuppressed(a: SuppressedFinding, b: SuppressedFinding): number {
  return compareFindings(a.finding, b.finding)
}

/** A problem in a file that several sources import is reported once. */
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
