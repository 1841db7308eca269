import { type CheckReport, narrow, type Only, type Rule, type SourceReport, summarize } from '@scenewright/checker'
import { compareFindings, OperationError } from '@scenewright/model'
import { count } from '@scenewright/model/text'
import { validate } from '@scenewright/schemas/validate/baseline'
import { type EntryFile, type EntryFileFormat, readEntryFile, writeEntryFile } from '../entry-file/entry-file.ts'
import type { Host } from '../host.ts'
import { type Baseline, type BaselineEntry, countEntries, entryOf, subjectOf, tidy } from './baseline.ts'
import {
  type AdoptedReport,
  type BaselineOptions,
  baselineFile,
  narrowReport,
  type WholeCheck,
} from './baseline-file.ts'

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
    damaged: 'restore the last good copy, or delete the file and run `scenewright check --write-baseline`',
    entry: 'an entry has "rule", "count" (at least 1), either "scenario" or "file", and optionally "node"',
    other: 'use another file with --baseline, or in the config under "baseline"; this one is unchanged',
  },
}

/**
 * Rewrites the project's baseline, or prunes it, according to the options, and applies the result. A file that is not a
 * baseline is not touched: that is an OperationError.
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
  const { report, notes } = withoutBaseline(check, file, after)
  return { report, notes: [...notes, changeText(before, after, file)] }
}

/** The baseline in a file; empty if there is none and nothing depends on it. */
export async function readProjectBaseline(file: EntryFile, options: BaselineOptions): Promise<Baseline> {
  const baseline = await readBaseline(file)
  const isNeeded = options.baseline !== undefined || options.pruneBaseline === true
  if (baseline === undefined && isNeeded && !options.writeBaseline) {
    throw new OperationError('usage', `there is no baseline "${file.name}"`, {
      help: 'create one from the current findings with --write-baseline',
    })
  }
  return baseline ?? []
}

/** A report without the findings of a baseline. */
export function withoutBaseline(check: WholeCheck, file: EntryFile, baseline: Baseline): AdoptedReport {
  const { report, more, less } = applyBaseline(check.whole, baseline)
  const notes = [...check.partNotes, ...moreNotes(more), ...lessNotes(check, file, less)]
  return { report: narrowReport(check, report), notes }
}

const maxNotes = 5

function moreNotes(more: readonly Difference[]): readonly string[] {
  const notes = more.map(({ entry, found }) => {
    return `${placeOf(entry)}: ${found} found, ${entry.count} recorded; all are shown, because the new ones cannot be identified`
  })
  if (notes.length <= maxNotes) return notes
  return [...notes.slice(0, maxNotes - 1), `and so for ${notes.length - maxNotes + 1} other places`]
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
  const contain = stale === 1 ? 'contains' : 'contain'
  return [
    `${count(stale, 'entry', 'entries')} of "${name}" ${contain} findings that no longer occur; --prune-baseline removes them`,
  ]
}

function changeText(before: Baseline, after: Baseline, { name }: EntryFile): string {
  const [had, has] = [sum(before), sum(after)]
  const change = has === had ? '' : has > had ? `, ${has - had} more than before` : `, ${had - has} fewer than before`
  return `"${name}" records ${count(has, 'finding')}${change}`
}

function sum(baseline: Baseline): number {
  return baseline.reduce((all, entry) => all + entry.count, 0)
}

/** Writes a baseline file atomically. A failure is an OperationError. */
function writeBaseline(file: EntryFile, baseline: Baseline): Promise<void> {
  const entries = baseline.map(({ scenario, file: source, node, rule, count }) => {
    return { scenario, file: source, node, rule, count }
  })
  return writeEntryFile(file, baselineForm, entries)
}

/**
 * Reads a baseline file; undefined if there is none. A damaged file, one of a newer version or one of another kind is
 * an OperationError at its place.
 */
async function readBaseline(file: EntryFile): Promise<Baseline | undefined> {
  // Has just been validated with the schema.
  const value = (await readEntryFile(file, baselineForm)) as { readonly findings: readonly BaselineEntry[] } | undefined
  // A merge may leave entries from both sides.
  return value && tidy(value.findings, Math.max)
}

/**
 * A baseline with all findings of the selected part. Other entries that the run can judge are reduced to the found
 * number; the rest is unchanged. `report` is that of the whole project, before any baseline.
 */
function adoptFindings(baseline: Baseline, report: CheckReport, coverage: Coverage): Baseline {
  const { reports, only } = coverage
  const isOfPart = isSelected(reports, only)
  const shown = new Set(countEntries(narrow(report, reports, only).findings).map(subjectOf))
  const found = countEntries(report.findings).filter(entry => isOfPart(entry) || shown.has(subjectOf(entry)))
  const lowered = lowerBaseline(baseline, report, coverage)
  return tidy([...lowered, ...found], Math.max)
}

/** A baseline without entries that no longer occur, as far as the run can judge that. It adds nothing new. */
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
    // An entry without a source depends on all sources; so may a finding of a project rule.
    const isOfAll = !known.has(name) || (scope === 'project' && !entry.rule.startsWith('source/'))
    return isOfAll ? unbound.length === 0 : entry.rule.startsWith('source/') || !blind.has(name)
  }
}

/** Returns a check of whether an entry belongs to the selected part. An entry without a source belongs to the whole. */
function isSelected(reports: readonly SourceReport[], only: Only | undefined): (entry: BaselineEntry) => boolean {
  if (only === undefined) return () => true
  const selected = reports.filter(({ file }) => only.files.has(file))
  const keys = new Set(selected.flatMap(({ key, scenarios }) => [key, ...scenarios.map(each => each.key)]))
  return ({ scenario, file }) => (scenario === undefined ? only.files.has(file ?? '') : keys.has(scenario))
}

/** An entry, and the present number of its findings. */
interface Difference {
  readonly entry: BaselineEntry
  readonly found: number
}

/** A report without accepted findings. */
interface AppliedBaseline {
  readonly report: CheckReport
  /**
   * Places with more findings than accepted. All of them remain in the report, because the new ones cannot be
   * identified.
   */
  readonly more: readonly Difference[]
  /** Places with fewer findings than accepted, or none. */
  readonly less: readonly Difference[]
}

/** Suppresses the findings in a baseline. */
function applyBaseline(report: CheckReport, baseline: Baseline): AppliedBaseline {
  const found = new Map(countEntries(report.findings).map(entry => [subjectOf(entry), entry.count]))
  const differences = baseline.map(entry => ({ entry, found: found.get(subjectOf(entry)) ?? 0 }))
  const fitting = differences.filter(each => each.found <= each.entry.count)
  const adopted = new Set(fitting.map(({ entry }) => subjectOf(entry)))
  const isAdopted = new Set(report.findings.filter(finding => adopted.has(subjectOf(entryOf(finding)))))
  const suppressed = [
    ...report.suppressed,
    ...[...isAdopted].map(finding => ({ finding, by: 'baseline' as const, reason: '' })),
  ]
  return {
    report: summarize(
      report.findings.filter(finding => !isAdopted.has(finding)),
      suppressed.sort((a, b) => compareFindings(a.finding, b.finding)),
      { files: report.files, scenarios: report.summary.scenarios },
    ),
    more: differences.filter(each => each.found > each.entry.count),
    less: fitting.filter(each => each.found < each.entry.count),
  }
}
