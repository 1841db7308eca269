import { type Finding, type Place, startOfFile } from '@scenewright/model'
import type { SuppressionComment } from '@scenewright/model/compilation'
import { type ConfigSuppression, namesRule, type ProjectConfig } from '@scenewright/model/config'
import { createFileMatcher } from '../file-globs.ts'
import { isMandatory } from '../rule-description.ts'
import type { SourceReport } from '../source-report.ts'

/** An author's statement that a finding is acceptable: a comment in a source, or an entry of the config. */
export interface Suppression {
  readonly origin: 'comment' | 'config'
  /** The rule's name, or its group as `graph/*`. */
  readonly rule: string
  readonly reason: string
  readonly place: Place
  /** The key of the scenario in the comment's file; null in a file of tests. */
  readonly scenario: string | null
  /** The line that a comment covers; it covers no other line. */
  readonly line?: number
  /** Whether it covers that finding. */
  fits(finding: Suppressible): boolean
}

/** The fields of a finding that decide whether a suppression covers it. */
type Suppressible = Pick<Finding, 'rule' | 'file' | 'range' | 'node'>

/** The suppressions of all sources, then those of the config, each in their order. */
export function collectSuppressions(
  reports: readonly SourceReport[],
  config: ProjectConfig,
  suppressPlaces: readonly Place[] = [],
): readonly Suppression[] {
  const comments = reports.flatMap(({ suppressions, key, tests }) =>
    suppressions.map(comment => ofComment(comment, tests === undefined ? key : null)),
  )
  const start = { file: 'scenewright.config.yaml', range: startOfFile }
  const entries = config.suppress ?? []
  return [...comments, ...entries.map((entry, index) => ofConfig(entry, suppressPlaces[index] ?? start))]
}

/** Whether it gives a reason; without a reason it suppresses nothing. */
export function hasReason(suppression: Suppression): boolean {
  return suppression.reason.trim() !== ''
}

function ofComment({ rule, reason, line, file, range }: SuppressionComment, scenario: string | null): Suppression {
  const fits = (finding: Suppressible) =>
    finding.range.start.line === line &&
    finding.file === file &&
    !finding.rule.startsWith('project/') &&
    named(rule, finding)
  return { origin: 'comment', rule, reason, place: { file, range }, scenario, line, fits }
}

function ofConfig({ rule, reason, files, node }: ConfigSuppression, place: Place): Suppression {
  const isListed = createFileMatcher(files)
  const fits = (finding: Suppressible) =>
    named(rule, finding) && (node === undefined || finding.node === node) && isListed(finding.file)
  return { origin: 'config', rule, reason, place, scenario: null, fits }
}

/** A suppression must name a rule or a group: `*` alone is invalid. */
function named(rule: string, finding: Suppressible): boolean {
  return rule !== '*' && namesRule(rule, finding.rule) && !isMandatory(finding.rule)
}
