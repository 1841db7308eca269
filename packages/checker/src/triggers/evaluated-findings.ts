import type { ProjectSubject } from '../context.ts'
import { type ProjectRule, type Rule, rulesOf } from '../rule.ts'

/** The name in the memory of the findings that depend on evaluations. */
export const evaluatedFindingsName = 'triggers'

/** The rules whose findings depend on evaluations. */
export function evaluatingRules(rules: readonly Rule[]): readonly ProjectRule[] {
  return rulesOf(rules, 'project').filter(rule => rule.needsEvaluations)
}

/**
 * All that these findings depend on. Flows are no part of it: if only these have changed, nothing is evaluated again, and
 * the evaluations themselves need not be stored.
 */
export function contentOfEvaluated(
  { reports, config }: Pick<ProjectSubject, 'reports' | 'config'>,
  rules: readonly Rule[],
): string {
  return JSON.stringify([
    config,
    evaluatingRules(rules).map(({ id }) => id),
    reports.map(({ file, isBound, scenarios, tests }) => [
      file,
      isBound,
      scenarios.map(({ key, keyPlace, isActive, trigger }) => [key, keyPlace, isActive, trigger]),
      tests,
    ]),
  ])
}
