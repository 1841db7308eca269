import { OperationError } from '@scenewright/model'
import type { Invocation } from '../command.ts'
import type { KeptFile } from '../kept-file/read-kept-file.ts'
import { count } from '../report/count.ts'
import { applyBaseline, type Difference } from './apply-baseline.ts'
import type { Baseline, BaselineEntry } from './baseline.ts'
import { type BaselineOptions, baselineFile } from './baseline-file.ts'
import { judge } from './coverage.ts'
import { readBaseline } from './read-baseline.ts'
import { adoptFindings, lowerBaseline } from './revise-baseline.ts'
import { type AdoptedReport, narrowed, type WholeCheck } from './use-baseline.ts'
import { writeBaseline } from './write-baseline.ts'

/**
 * Writes the project's baseline anew, or takes out of it what is found no more, as the options say, and applies what is
 * left of it. A file that is something else is not touched: that is an OperationError.
 */
export async function keepBaseline(
  check: WholeCheck,
  { cwd }: Invocation,
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
export async function readProjectBaseline(file: KeptFile, options: BaselineOptions): Promise<Baseline> {
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
export function applied(check: WholeCheck, file: KeptFile, baseline: Baseline): AdoptedReport {
  const { report, more, less } = applyBaseline(check.whole, baseline)
  const notes = [...check.partNotes, ...moreNotes(more), ...lessNotes(check, file, less)]
  return { report: narrowed(check, report), notes }
}

const mostNotes = 5

function moreNotes(more: readonly Difference[]): readonly string[] {
  const notes = more.map(({ entry, found }) => {
    return `${placeOf(entry)}: ${found} found, ${entry.count} adopted; since it cannot be told which are new, all are shown`
  })
  if (notes.length <= mostNotes) return notes
  return [...notes.slice(0, mostNotes - 1), `and so for ${notes.length - mostNotes + 1} other places`]
}

function placeOf({ scenario, file, node, rule }: BaselineEntry): string {
  return `${rule} in "${scenario ?? file}"${node === undefined ? '' : ` at "${node}"`}`
}

function lessNotes(
  { rules, only, reports }: WholeCheck,
  { name }: KeptFile,
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

function changeText(before: Baseline, after: Baseline, { name }: KeptFile): string {
  const [had, has] = [sum(before), sum(after)]
  const change = has === had ? '' : has > had ? `, ${has - had} more than before` : `, ${had - has} fewer than before`
  return `"${name}" adopts ${count(has, 'finding')}${change}`
}

function sum(baseline: Baseline): number {
  return baseline.reduce((all, entry) => all + entry.count, 0)
}
