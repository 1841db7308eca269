import type { Finding } from '@scenewright/model'
import type { ProjectConfig } from '@scenewright/model/config'
import { textHash } from '@scenewright/model/text-hash'
import { collect } from '../collect.ts'
import { projectSubject } from '../context.ts'
import { type ProjectRule, type Rule, rulesOf } from '../rule.ts'
import { readSettings } from '../settings.ts'
import { type SourceReport, triggersHashOf } from '../source-report.ts'
import type { Evaluations } from './evaluations.ts'

/** A project whose triggers are checked. */
export interface TriggerProject {
  /** In the order of the sources' names. */
  readonly reports: readonly SourceReport[]
  readonly config: ProjectConfig
  readonly rules: readonly Rule[]
}

/** The rules about triggers. */
export function triggerRules(rules: readonly Rule[]): readonly ProjectRule[] {
  return rulesOf(rules, 'project').filter(rule => rule.needsTriggers)
}

/**
 * The findings of the rules about triggers, including suppressed ones. They depend on the triggers of all scenarios, the
 * conversation tests and the config, but not on flows. Evaluates all messages if the evaluations are not given.
 */
export function findTriggerFindings(
  { reports, config, rules }: TriggerProject,
  evaluations?: Evaluations,
): readonly Finding[] {
  const subject = projectSubject({ reports, config, renames: [], ...(evaluations && { evaluations }) })
  return collect(triggerRules(rules), { settings: readSettings(config) }, (rule, options, report) =>
    rule.check({ ...subject, options, report }),
  )
}

/** Identifies all that the findings about triggers depend on. */
export function contentOfTriggers({ reports, config, rules }: TriggerProject): string {
  return textHash(JSON.stringify([config, triggerRules(rules).map(({ id }) => id), reports.map(triggersHashOf)]))
}

/** Whether two reports on a source are equal in what the findings about triggers depend on. */
export function haveSameTriggers(one: SourceReport, other: SourceReport): boolean {
  return one === other || triggersHashOf(one) === triggersHashOf(other)
}
