import { type CheckReport, narrow, type Only, type Rule, type SourceReport, summarise } from '@scenewright/checker'
import { compareFindings, OperationError } from '@scenewright/model'
import { count } from '@scenewright/model/text'
import { validate } from '@scenewright/schemas/validate/baseline'
import { type EntryFile, type EntryFileFormat, readEntryFile, writeEntryFile } from '../entry-file/entry-file.ts'
import type { Host } from '../host.ts'
import { type Baseline, type BaselineEntry, entriesOf, entryOf, subjectOf, tidy } from './baseline.ts'
import { type AdoptedReport, type BaselineOptions, baselineFile, narrowed, type WholeCheck } from './baseline-file.ts'

/** The sources and rules that a run checked, and the requested part. */
interface Coverage {
  readonly reports: readonly SourceReport[]
  readonly rules: readonly Rule[]
  readonly only: Only | undefined
}

/** The form of a baseline file. */
const baselineForm: EntryFileFormat = {
  noun: 'baseline',
  version: 1,
  list: 'findings',
  validate,
  help: {
    damaged: 'put back the last good copy, or delete the file and run `scenewright check --write-baseline`',
    entry: 'an entry has "rule", "count" from 1 on, either "scenario" or "file", and "node" where there is one',
    other: 'name another file with --baseline, or in the config under "baseline"; this one is left as it is',
  },
}

/**
 * Writes the project's baseline again, or removes what no longer occurs, as the options say, and applies what
 * is left of it. A file that is something else is not touched: that is an OperationError.
 */
export async function updateBaseline(
  check: WholeCheck,
  { cwd }: Host,
  options: BaselineOptions,
): Promise<AdoptedReport> {
  const file = baselineFile(check.project, cwd, options)
  const before = await readProjectBaseline(file, options)
  const { whole, rules, only } = check
  const coverage = { rules, only, reports: check.reports() }
  const after = (options.writeBaseline ? adoptFindings : lowerBaseline)(before, whole, coverage)
  if (options.writeBaseline || JSON.stringify(after) !== JSON.stringify(before)) await writeBaseline(file, after)
  const { report, notes } = applied(check, file, after)
  return { report, notes: [...notes, changeText(before, after, file)] }
}

/** The baseline of a file; empty where there is none and nothing depends on it. */
export async function readProjectBaseline(file: EntryFile, options: BaselineOptions): Promise<Baseline> {
  const baseline = await readBaseline(file)
  const isNeeded = options.baseline !== undefined || options.pruneBaseline === true
  if (baseline === undefined && isNeeded && !options.writeBaseline) {
    throw new OperationError('usage', `there is no baseline "${file.name}"`, {
      help: 'write one with --write-baseline: it adopts all that is found now',
    })
  }
  return baseline ?? []
}

/** A report without what a baseline has adopted. */
export function applied(check: WholeCheck, file: EntryFile, baseline: Baseline): AdoptedReport {
  const { report, more, less } = applyBaseline(check.whole, baseline)
  const notes = [...check.partNotes, ...moreNotes(more), ...lessNotes(check, file, less)]
  return { report: narrowed(check, report), notes }
}

const mostNotes = 5

function moreNotes(more: readonly Difference[]): readonly string[] {
  const notes = more.map(({ entry, found }) => {
    return `${placeOf(entry)}: ${found} found, ${entry.count} recorded; all are shown, since the new ones cannot be identified`
  })
  if (notes.length <= mostNotes) return notes
  return [...notes.slice(0, mostNotes - 1), `and so for ${notes.length - mostNotes + 1} other places`]
}

function placeOf({ scenario, file, node, rule }: BaselineEntry): string {
  return `${rule} in "${scenario ?? file}"${node === undefined ? '' : ` at "${node}"`}`
}

function lessNotes(
  { rules, only, reports }: WholeCheck,
  { name }: EntryFile,
  less: readonly Difference[],
): readonly string[] {
  if (less.length === 0) return []
  const canJudge = judge({ rules, only, reports: reports() })
  const stale = less.filter(({ entry }) => canJudge(entry)).length
  if (stale === 0) return []
  const adopt = stale === 1 ? 'adopts' : 'adopt'
  return [
    `${count(stale, 'entry', 'entries')} of "${name}" ${adopt} more than is found; --prune-baseline takes that out`,
  ]
}

function changeText(before: Baseline, after: Baseline, { name }: EntryFile): string {
  const [had, has] = [sum(before), sum(after)]
  const change = has === had ? '' : has > had ? `, ${has - had} more than before` : `, ${had - has} fewer than before`
  return `"${name}" adopts ${count(has, 'finding')}${change}`
}

function sum(baseline: Baseline): number {
  return baseline.reduce((all, entry) => all + entry.count, 0)
}

/** Writes a file of adopted findings, whole or not at all. Where it cannot be written, that is an OperationError. */
function writeBaseline(file: EntryFile, baseline: Baseline): Promise<void> {
  const entries = baseline.map(({ scenario, file: source, node, rule, count }) => {
    return { scenario, file: source, node, rule, count }
  })
  return writeEntryFile(file, baselineForm, entries)
}

/**
 * Reads a file of adopted findings; undefined where there is none. One that is damaged, of a newer version or something
 * else is an OperationError at its place.
 */
async function readBaseline(file: EntryFile): Promise<Baseline | undefined> {
  // It has just been checked against the schema.
  const value = (await readEntryFile(file, baselineForm)) as { readonly findings: readonly BaselineEntry[] } | undefined
  // A merge may leave an entry of each side.
  return value && tidy(value.findings, Math.max)
}

/**
 * A baseline that adopts all findings of the selected part. Other entries that the run can judge are lowered to what it
 * found; the rest is unchanged. `report` is that of the whole project, before any baseline.
 */
function adoptFindings(baseline: Baseline, report: CheckReport, coverage: Coverage): Baseline {
  const { reports, only } = coverage
  const isOfPart = isSelected(reports, only)
  const shown = new Set(entriesOf(narrow(report, reports, only).findings).map(subjectOf))
  const found = entriesOf(report.findings).filter(entry => isOfPart(entry) || shown.has(subjectOf(entry)))
  const lowered = lowerBaseline(baseline, report, coverage)
  return tidy([...lowered, ...found], Math.max)
}

/** A baseline without what is found no more, as far as the run can judge that. It adopts nothing new. */
function lowerBaseline(baseline: Baseline, report: CheckReport, coverage: Coverage): Baseline {
  const canJudge = judge(coverage)
  const less = new Map(applyBaseline(report, baseline).less.map(({ entry, found }) => [entry, found]))
  return baseline.flatMap(entry => {
    const found = canJudge(entry) ? less.get(entry) : undefined
    if (found === undefined) return [entry]
    return found === 0 ? [] : [{ ...entry, count: found }]
  })
}

/**
 * Returns a check of whether a run can judge an entry: it is in the requested part, its rule ran, and its source could
 * be checked. The effect of a source on others is unknown while it does not bind.
 */
function judge({ reports, rules, only }: Coverage): (entry: BaselineEntry) => boolean {
  const isOfPart = isSelected(reports, only)
  const scopes = new Map(rules.map(({ id, scope }) => [id, scope]))
  const unbound = reports.filter(({ isBound }) => !isBound)
  const blind = new Set(unbound.flatMap(({ file, key, scenarios }) => [file, key, ...scenarios.map(each => each.key)]))
  const known = new Set(reports.flatMap(({ file, key, scenarios }) => [file, key, ...scenarios.map(each => each.key)]))
  return entry => {
    const scope = scopes.get(entry.rule)
    if (scope === undefined || !isOfPart(entry)) return false
    const name = entry.scenario ?? entry.file ?? ''
    // An entry that belongs to no source depends on all sources; so may a finding of a project rule.
    const isOfAll = !known.has(name) || (scope === 'project' && !entry.rule.startsWith('source/'))
    return isOfAll ? unbound.length === 0 : entry.rule.startsWith('source/') || !blind.has(name)
  }
}

/** Returns a check of whether an entry belongs to the selected part. An entry of no source belongs to the whole. */
function isSelected(reports: readonly SourceReport[], only: Only | undefined): (entry: BaselineEntry) => boolean {
  if (only === undefined) return () => true
  const selected = reports.filter(({ file }) => only.files.has(file))
  const keys = new Set(selected.flatMap(({ key, scenarios }) => [key, ...scenarios.map(each => each.key)]))
  return ({ scenario, file }) => (scenario === undefined ? only.files.has(file ?? '') : keys.has(scenario))
}

/** An entry, and how many findings there are now of what it is about. */
interface Difference {
  readonly entry: BaselineEntry
  readonly found: number
}

/** A report without what has been adopted. */
interface AppliedBaseline {
  readonly report: CheckReport
  /** Where more is found than was adopted. All of it stays in the report, since the new ones cannot be identified. */
  readonly more: readonly Difference[]
  /** Where less is found than was adopted, or nothing. */
  readonly less: readonly Difference[]
}

/** Suppresses the findings that a baseline has adopted. */
function applyBaseline(report: CheckReport, baseline: Baseline): AppliedBaseline {
  const found = new Map(entriesOf(report.findings).map(entry => [subjectOf(entry), entry.count]))
  const differences = baseline.map(entry => ({ entry, found: found.get(subjectOf(entry)) ?? 0 }))
  const fitting = differences.filter(each => each.found <= each.entry.count)
  const adopted = new Set(fitting.map(({ entry }) => subjectOf(entry)))
  const isAdopted = new Set(report.findings.filter(finding => adopted.has(subjectOf(entryOf(finding)))))
  const suppressed = [
    ...report.suppressed,
    ...[...isAdopted].map(finding => ({ finding, by: 'baseline' as const, reason: '' })),
  ]
  return {
    report: summarise(
      report.findings.filter(finding => !isAdopted.has(finding)),
      suppressed.sort((a, b) => compareFindings(a.finding, b.finding)),
      { files: report.files, scenarios: report.summary.scenarios },
    ),
    more: differences.filter(each => each.found > each.entry.count),
    less: fitting.filter(each => each.found < each.entry.count),
  }
}
