import { existsSync } from 'node:fs'
import { join, normalize, relative, resolve } from 'node:path'
import { type CheckReport, narrow, type Only, type Rule, type SourceReport } from '@scenewright/checker'
import type { Project } from '@scenewright/compiler'
import { leadsOut } from '@scenewright/model/system'
import type { KeptFile } from '../entry-file/read-kept-file.ts'

/** The options of a command that knows of adopted findings. */
export interface BaselineOptions {
  /** The file, relative to the working folder. */
  readonly baseline?: string
  readonly writeBaseline?: boolean
  readonly pruneBaseline?: boolean
}

/**
 * The project's file of adopted findings, whether or not it is there: the one that the options name, else the config's. One
 * of the config that leads out of the project is an OperationError.
 */
export function baselineFile(project: Project, cwd: string, { baseline }: BaselineOptions): KeptFile {
  const { root, config } = project
  if (baseline !== undefined) return { path: resolve(cwd, baseline), name: baseline }
  const name = normalize(config.baseline ?? 'scenewright.baseline.json')
  if (leadsOut(name)) {
    throw project.configFault(['baseline'], `The baseline "${config.baseline}" leads out of the project`)
  }
  return { path: join(root, name), name: nameFrom(cwd, join(root, name)) }
}

/** Whether anything has to be loaded for it. */
export function hasBaseline({ path }: KeptFile, { baseline }: BaselineOptions): boolean {
  return baseline !== undefined || existsSync(path)
}

function nameFrom(cwd: string, path: string): string {
  const name = relative(cwd, path)
  return name.startsWith('..') ? path : name
}

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

/** The part of a report that is asked about. */
export function narrowed({ reports, only }: WholeCheck, report: CheckReport): CheckReport {
  return only === undefined ? report : narrow(report, reports(), only)
}
