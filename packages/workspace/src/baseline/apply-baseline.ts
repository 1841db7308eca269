import type { Host } from '../host.ts'
import {
  type AdoptedReport,
  type BaselineOptions,
  baselineFile,
  hasBaseline,
  narrowReport,
  type WholeCheck,
} from './baseline-file.ts'

/** Removes the accepted findings from a project's report. An unusable baseline is an OperationError. */
export async function applyBaseline(
  check: WholeCheck,
  { cwd }: Host,
  options: BaselineOptions,
): Promise<AdoptedReport> {
  const file = baselineFile(check.project, cwd, options)
  if (!hasBaseline(file, options)) return { report: narrowReport(check, check.whole), notes: check.partNotes }
  const { readProjectBaseline, withoutBaseline } = await import('./update-baseline.ts')
  return withoutBaseline(check, file, await readProjectBaseline(file, options))
}
