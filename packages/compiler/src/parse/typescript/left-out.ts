import type { Problem } from '../problem.ts'
import { maxProblems } from './evaluate/refusal.ts'
import type { Mark, Value } from './evaluate/value.ts'
import { findExport } from './modules/find-export.ts'
import type { Module } from './modules/module.ts'
import { stretchOf } from './place.ts'
import { allExports, readValue, type SourceExport } from './source-exports.ts'

/**
 * The exports of a source that would be left out although they look like scenarios of it: copies of scenarios, lists,
 * objects and modules that contain scenarios, and names that several files export.
 */
export function leftOutScenarios(module: Module, exported: readonly Value[]): readonly Problem[] {
  const own = new Set(exported.map(identityOf))
  // What contains no lost scenario is searched once for all exports, so the search takes no more than the evaluation.
  const harmless = new Set<unknown>()
  const problems: Problem[] = []
  for (const entry of allExports(module)) {
    const problem = findExport(module, entry.name) === 'ambiguous' ? ambiguous(module, entry) : undefined
    const isLeftOut = problem === undefined && hidesScenario(module, entry, { own, harmless })
    if (problem !== undefined) problems.push(problem)
    else if (isLeftOut) problems.push(leftOut(module, entry))
    if (problems.length >= maxProblems) break
  }
  return problems
}

interface Known {
  /** The scenarios that the source exports. */
  readonly own: ReadonlySet<unknown>
  readonly harmless: Set<unknown>
}

function hidesScenario(module: Module, entry: SourceExport, { own, harmless }: Known): boolean {
  const value = readValue(module, entry)
  if (value === undefined) return false
  // Without a scenario in the source, it is no copy of one.
  if (own.size > 0 && isCopy(value)) return true
  const mark = { node: entry.node, frame: module.scope.frame }
  const seen = new Set<unknown>()
  // Modules may contain each other, and values nest deeper than calls could.
  const waiting = isScenario(value) ? [] : [value]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const identity = identityOf(next)
    if (seen.has(identity) || harmless.has(identity)) continue
    if (isScenario(next) && !own.has(identity)) return true
    seen.add(identity)
    for (const part of partsOf(next, mark)) if (part.kind !== 'scalar') waiting.push(part)
  }
  for (const identity of seen) harmless.add(identity)
  return false
}

function isScenario(value: Value): boolean {
  return value.kind === 'mapping' && value.made === 'scenario'
}

/** A spread copies the fields of a scenario, but not that it is one. */
function isCopy(value: Value): boolean {
  return value.kind === 'mapping' && value.made === undefined && value.fields.has('title') && value.fields.has('flow')
}

/** What is the same for all uses of a value. */
function identityOf(value: Value): unknown {
  if (value.kind === 'mapping') return value.fields
  return value.kind === 'namespace' ? (value.names ?? value) : value
}

/** The values in a list, an object or a module. A scenario may use others. */
function partsOf(value: Value, mark: Mark): readonly Value[] {
  if (value.kind === 'list') return value.items.map(item => item.value)
  if (value.kind === 'namespace') return (value.names?.() ?? []).flatMap(name => value.member(name, mark) ?? [])
  if (value.kind !== 'mapping' || value.made !== undefined) return []
  return Array.from(value.fields.values(), field => field.value)
}

function leftOut({ unit }: Module, { name, node }: SourceExport): Problem {
  return {
    rule: 'source/schema',
    message: `The export "${name}" is not a scenario, so it would be left out`,
    span: stretchOf(node, unit),
    help: 'Export each scenario on its own, as a call of `scenario({ … })`. A copy needs the call too: `scenario({ ...base, … })`.',
  }
}

function ambiguous({ unit }: Module, { name, node }: SourceExport): Problem {
  return {
    rule: 'source/schema',
    message: `"${name}" is exported by several files at once, so it would be left out`,
    span: stretchOf(node, unit),
    help: `Export it by name from one of them: \`export { ${name} } from '…'\`.`,
  }
}
