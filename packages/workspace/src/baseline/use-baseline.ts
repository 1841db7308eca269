import type { Host } from '../host.ts'
import {
  type AdoptedReport,
  type BaselineOptions,
  baselineFile,
  hasBaseline,
  narrowed,
  type WholeCheck,
} from './baseline-file.ts'

/** Takes what the project has adopted out of its report. A baseline that cannot be used is an OperationError. */
export async function useBaseline(check: WholeCheck, { cwd }: Host, options: BaselineOptions): Promise<AdoptedReport> {
  const file = baselineFile(check.project, cwd, options)
  if (!hasBaseline(file, options)) return { report: narrowed(check, check.whole), notes: check.partNotes }
  const { readProjectBaseline, applied } = await import('./update-baseline.ts')
  return applied(check, file, await readProjectBaseline(file, options))
}
