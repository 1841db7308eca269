import {
  type CheckReport,
  createSourceCheck,
  finalizeReport,
  type Rename,
  type Rule,
  type SourceReport,
} from '@scenewright/checker'
import { createMemory, type DerivedSources, type Project } from '@scenewright/compiler'
import { applyBaseline } from './baseline/apply-baseline.ts'
import type { AdoptedReport, BaselineOptions, WholeCheck } from './baseline/baseline-file.ts'
import { projectRules } from './custom-rules/project-rules.ts'
import { createDerivations } from './derivations.ts'
import { derive, once, type Work } from './derive.ts'
import { checkTriggers } from './evaluate-triggers.ts'
import { type ChangedOption, selectSources } from './git/select-sources.ts'
import type { Host } from './host.ts'
import { type CompileOptions, locateCache, openConfig } from './open-config.ts'
import { restoreEngine, tuneEngine } from './tune-engine.ts'

/** A project and the findings of its sources. */
export interface CheckedProject {
  readonly project: Project
  /** The rules of the run, including those that the config turns off. */
  readonly rules: readonly Rule[]
  readonly report: CheckReport
}

/** The options of a check. */
export type CheckOptions = CompileOptions & ChangedOption & BaselineOptions

/** A project checked as a whole, and the findings of the selected part. */
export type CheckedSources = CheckedProject & WholeCheck & AdoptedReport

/**
 * Opens the project and checks all its sources, because the trigger of one scenario depends on all others. With
 * `paths`, reports the findings below these, with `changed` those of changed sources. A project without sources is an
 * OperationError.
 */
export async function checkSources(
  host: Host,
  options: CheckOptions,
  paths: readonly string[] = [],
): Promise<CheckedSources> {
  const project = await openConfig(host, options)
  const { rules, custom } = await projectRules(project, host, options)
  const derivation =
    custom === undefined
      ? createDerivations(project.config).check
      : { name: 'check', of: custom.watching(createSourceCheck(project.config, rules)) }
  const work = { host, options, project, paths: [], isLive: custom !== undefined }
  const derived = await derive(work, derivation)
  const reports = once(derived.values)
  const { changed = false } = options
  const selection = { project, paths, changed, reports }
  const { only, renames, notes: partNotes } = await selectSources(host, selection)
  const whole = await recallReport({ ...work, rules, renames }, { ...derived, values: reports })
  const checked = { project, rules, whole, only, partNotes, reports }
  return { ...checked, ...(await applyBaseline(checked, host, options)) }
}

interface ReportWork extends Work {
  readonly rules: readonly Rule[]
  readonly renames: readonly Rename[]
}

/** The report on all sources, from the cache if neither they nor the config have changed. */
async function recallReport(
  { host, options, project, isLive, rules, renames }: ReportWork,
  { values, findings, content }: DerivedSources<SourceReport>,
): Promise<CheckReport> {
  const { config, suppressPlaces } = project
  const isCached = options.cache !== false && !isLive
  const stored = isCached ? createMemory(locateCache(host, project), project.root) : undefined
  const inputs = { suppressPlaces, findings, renames }
  // A file that cannot be read has no content to look up.
  const subject = content === undefined ? undefined : JSON.stringify([content, config, inputs])
  const known = subject === undefined ? undefined : stored?.find<CheckReport>('report', subject)
  if (known !== undefined) return known
  tuneEngine('recalled')
  try {
    const reports = values()
    const triggerFindings = await checkTriggers(host, { reports, config, rules }, stored)
    const report = host.endedBySignals(() => finalizeReport(reports, config, { ...inputs, rules, triggerFindings }))
    if (subject !== undefined) stored?.store('report', subject, report)
    return report
  } finally {
    restoreEngine()
  }
}
