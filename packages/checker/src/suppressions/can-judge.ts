import { isCustomName } from '../custom-names.ts'
import type { Rule } from '../rule.ts'
import { namesRule } from '../settings.ts'
import type { SourceReport } from '../source-report.ts'
import type { Suppression } from './suppression.ts'

/** What was looked at in a run. */
export interface Coverage {
  readonly reports: readonly SourceReport[]
  readonly rules: readonly Rule[]
  /** Whether the team has rules of its own that were not run. */
  readonly lacksCustom: boolean
}

/**
 * Which suppressions a run can call unused: those whose findings it would have found. A source that does not bind is
 * not looked at by most rules, and what it would change for the others is not known.
 */
export function judgeable(suppressions: readonly Suppression[], coverage: Coverage): readonly Suppression[] {
  const { reports, rules, lacksCustom } = coverage
  const bound = new Set(reports.filter(({ isBound }) => isBound).map(({ file }) => file))
  const isAllBound = bound.size === reports.length
  return suppressions.filter(({ rule, origin, place }) => {
    const named = rules.filter(({ id }) => namesRule(rule, id))
    if (named.length === 0) return !(lacksCustom && isCustomName(rule))
    // An entry of the config about the suppressions themselves can only show its use after they have been judged.
    if (origin === 'config') return isAllBound && named.some(({ scope }) => scope !== 'suppression')
    if (named.some(({ scope }) => scope === 'project') && !rule.startsWith('source/')) return isAllBound
    return bound.has(place.file) || rule.startsWith('source/')
  })
}
