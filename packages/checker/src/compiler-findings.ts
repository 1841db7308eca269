import type { ScenarioSubject } from './context.ts'
import type { SourceRule } from './rule.ts'
import { didYouMean } from './wording.ts'

/** A rule that reports findings of the compiler, so that levels and suppressions apply to them too. */
export function compilerRule(rule: Pick<SourceRule, 'id' | 'level' | 'summary' | 'hasFix'>): SourceRule {
  return {
    scope: 'source',
    ...rule,
    check({ source, report }) {
      for (const finding of source.findings) {
        if (finding.rule !== rule.id) continue
        const related = finding.related.map(place => ({ at: place, message: place.message }))
        report({ ...finding, at: finding, related })
      }
    },
  }
}

/**
 * Whether a field of the scenario, or of its node with this id, is misspelled rather than missing, which the compiler
 * has already reported.
 */
export function isUnknownField(
  field: string,
  { scenario, faults }: Pick<ScenarioSubject, 'scenario' | 'faults'>,
  id?: string,
): boolean {
  return faults.some(
    ({ rule, scenario: key, node, help }) =>
      rule === 'source/schema' && key === scenario.key && node === id && help === didYouMean(field),
  )
}
