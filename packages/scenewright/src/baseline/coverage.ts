import type { Only, Rule, SourceReport } from '@scenewright/checker'
import type { BaselineEntry } from './baseline.ts'

/** What a run has looked at, and what was asked of it. */
export interface Coverage {
  readonly reports: readonly SourceReport[]
  readonly rules: readonly Rule[]
  readonly only: Only | undefined
}

/**
 * Tells which entries a run can judge: those of what was asked about, by a rule that ran, in a source that it could look
 * at. What one source would change for the others is not known while it does not bind.
 */
export function judge({ reports, rules, only }: Coverage): (entry: BaselineEntry) => boolean {
  const isPartAsked = partAsked(reports, only)
  const scopes = new Map(rules.map(({ id, scope }) => [id, scope]))
  const unbound = reports.filter(({ isBound }) => !isBound)
  const blind = new Set(unbound.flatMap(({ file, key, scenarios }) => [file, key, ...scenarios.map(each => each.key)]))
  const known = new Set(reports.flatMap(({ file, key, scenarios }) => [file, key, ...scenarios.map(each => each.key)]))
  return entry => {
    const scope = scopes.get(entry.rule)
    if (scope === undefined || !isPartAsked(entry)) return false
    const name = entry.scenario ?? entry.file ?? ''
    // What belongs to no source hangs on all, and so may what all of them come to.
    const isOfAll = !known.has(name) || (scope === 'project' && !entry.rule.startsWith('source/'))
    return isOfAll ? unbound.length === 0 : entry.rule.startsWith('source/') || !blind.has(name)
  }
}

/** Tells which entries belong to the part that is asked about. What no source holds is a matter of the whole. */
export function partAsked(reports: readonly SourceReport[], only: Only | undefined): (entry: BaselineEntry) => boolean {
  if (only === undefined) return () => true
  const asked = reports.filter(({ file }) => only.files.has(file))
  const keys = new Set(asked.flatMap(({ key, scenarios }) => [key, ...scenarios.map(each => each.key)]))
  return ({ scenario, file }) => (scenario === undefined ? only.files.has(file ?? '') : keys.has(scenario))
}
