import { existsSync } from 'node:fs'
import { join, normalize, relative, resolve } from 'node:path'
import { type CheckReport, narrow, type Only, type Rule, type SourceReport } from '@scenewright/checker'
import type { Project } from '@scenewright/compiler'
import { leadsOut } from '@scenewright/model/system'
import type { EntryFile } from '../entry-file/entry-file.ts'

/** The options of a command that supports baselines. */
export interface BaselineOptions {
  /** The file, relative to the working folder. */
  readonly baseline?: string
  readonly writeBaseline?: boolean
  readonly pruneBaseline?: boolean
}

/**
 * The project's baseline file, whether or not it exists: the one in the options, else the one in the config. A path in
 * the config that leads out of the project is an OperationError.
 */
export function baselineFile(project: Project, cwd: string, { baseline }: BaselineOptions): EntryFile {
  const { root, config } = project
  if (baseline !== undefined) return { path: resolve(cwd, baseline), name: baseline }
  const name = normalize(config.baseline ?? 'scenewright.baseline.json')
  if (leadsOut(name)) {
    throw project.configFault(['baseline'], `The baseline "${config.baseline}" is outside the project`)
  }
  return { path: join(root, name), name: nameFrom(cwd, join(root, name)) }
}

/** Whether there is a baseline to read. */
export function hasBaseline({ path }: EntryFile, { baseline }: BaselineOptions): boolean {
  return baseline !== undefined || existsSync(path)
}

function nameFrom(cwd: string, path: string): string {
  const name = relative(cwd, path)
  return name.startsWith('..') ? path : name
}

/** A project that was checked as a whole. */
export interface WholeCheck {
  readonly project: Project
  /** The rules that ran. */
  readonly rules: readonly Rule[]
  /** Of all sources, before any baseline. */
  readonly whole: CheckReport
  /** The selected part; the whole project if undefined. */
  readonly only: Only | undefined
  /** Notes on that part, one line each. */
  readonly partNotes: readonly string[]
  /** The reports of all sources; called only when needed. */
  reports(): readonly SourceReport[]
}

/** The remaining report of the requested part, and notes on the run, one line each. */
export interface AdoptedReport {
  readonly report: CheckReport
  readonly notes: readonly string[]
}

/** The report on the selected part. */
export function narrowReport({ reports, only }: WholeCheck, report: CheckReport): CheckReport {
  return only === undefined ? report : narrow(report, reports(), only)
}
