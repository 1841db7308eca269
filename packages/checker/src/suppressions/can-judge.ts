import type { Rule } from '../rule.ts'
import { namesRule } from '../settings.ts'
import type { SourceReport } from '../source-report.ts'
import type { Suppression } from './suppression.ts'

/** What was looked at in a run. */
export interface Coverage {
  readonly reports: readonly SourceReport[]
  readonly rules: readonly Rule[]
  /** Whether they are only a part of the project. */
  readonly partial: boolean
}

/**
 * Which suppressions a run can call unused: those whose findings it would have found. A source that does not bind is
 * not looked at by most rules, and a part of a project does not show what only the whole would.
 */
export function judgeable(suppressions: readonly Suppression[], coverage: Coverage): readonly Suppression[] {
  const { reports, rules, partial } = coverage
  const bound = new Set(reports.filter(({ isBound }) => isBound).map(({ file }) => file))
  const isAllBound = bound.size === reports.length
  return suppressions.filter(({ rule, origin, place }) => {
    const named = rules.filter(({ id }) => namesRule(rule, id))
    if (named.length === 0) return true
    if (partial && (origin === 'config' || named.some(({ scope }) => scope === 'project'))) return false
    // An entry of the config about the suppressions themselves can only show its use after they have been judged.
    if (origin === 'config') return isAllBound && named.some(({ scope }) => scope !== 'suppression')
    return bound.has(place.file) || rule.startsWith('source/')
  })
}
