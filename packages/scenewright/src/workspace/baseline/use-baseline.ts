import { type CheckReport, narrow, type Only, type Rule, type SourceReport } from '@scenewright/checker'
import type { Project } from '@scenewright/compiler'
import type { Invocation } from '../../shell/command.ts'
import { type BaselineOptions, baselineFile, hasBaseline } from './baseline-file.ts'

/** A project that was looked at as a whole. */
export interface WholeCheck {
  readonly project: Project
  /** Those that ran. */
  readonly rules: readonly Rule[]
  /** Of all sources, before any baseline. */
  readonly whole: CheckReport
  /** The part that is asked about. */
  readonly only: Only | undefined
  /** What a person should know of that part, a line each. */
  readonly partNotes: readonly string[]
  /** Of all sources; asked for only where it is needed. */
  reports(): readonly SourceReport[]
}

/** What is left to say of the part that is asked about, and what a person should know of the run, a line each. */
export interface AdoptedReport {
  readonly report: CheckReport
  readonly notes: readonly string[]
}

/** Takes what the project has adopted out of its report. A baseline that cannot be used is an OperationError. */
export async function useBaseline(
  check: WholeCheck,
  { cwd }: Invocation,
  options: BaselineOptions,
): Promise<AdoptedReport> {
  const file = baselineFile(check.project, cwd, options)
  if (!hasBaseline(file, options)) return { report: narrowed(check, check.whole), notes: check.partNotes }
  const { readProjectBaseline, applied } = await import('./keep-baseline.ts')
  return applied(check, file, await readProjectBaseline(file, options))
}

/** The part of a report that is asked about. */
export function narrowed({ reports, only }: WholeCheck, report: CheckReport): CheckReport {
  return only === undefined ? report : narrow(report, reports(), only)
}
