import { blockingFindings, blockingRules, finalizeReport, type SourceReport } from '@scenewright/checker'
import type { DerivedSources, Project } from '@scenewright/compiler'
import { type Finding, OperationError } from '@scenewright/model'
import type { ScenarioModel } from '@scenewright/model/compilation'
import type { ConversationTests } from '@scenewright/model/conversation-tests'
import { count } from '@scenewright/model/text'
import type { CheckedProject } from './check-sources.ts'
import { createDerivations, type FlowLines } from './derivations.ts'
import { derive, once } from './derive.ts'
import type { Host } from './host.ts'
import { type CompileOptions, openConfig } from './open-config.ts'

/** A project and its scenarios without errors of the group `source/`, in the order of their files. */
export interface OpenProject extends CheckedProject {
  readonly scenarios: readonly ScenarioModel[]
  /** The findings of each source, and the files that it imports. */
  readonly reports: readonly SourceReport[]
}

/** A project with its scenarios and its conversation tests, file by file. */
export interface TestedProject extends OpenProject {
  readonly tests: readonly ConversationTests[]
  /** The lines of nodes and edges; empty unless opened for coverage. */
  readonly flows: readonly FlowLines[]
}

/** Opens the project and its scenarios, checked by the rules that can prevent compilation. */
async function openSources(host: Host, options: CompileOptions, paths: readonly string[] = []): Promise<OpenProject> {
  const project = await openConfig(host, options)
  const { compile } = createDerivations(project.config)
  return opened(project, await derive({ host, options, project, paths }, compile))
}

function opened(
  project: Project,
  { values, findings }: DerivedSources<{ readonly report: SourceReport; readonly scenarios: readonly ScenarioModel[] }>,
): OpenProject {
  const { config, suppressPlaces } = project
  const derived = values()
  const reports = derived.map(({ report }) => report)
  return {
    project,
    rules: blockingRules,
    reports,
    report: finalizeReport(reports, config, { suppressPlaces, findings, rules: blockingRules }),
    scenarios: derived.flatMap(({ scenarios }) => scenarios),
  }
}

/** Opens the project and its scenarios; any error of the group `source/` is shown and is an OperationError. */
export async function openBoundSources(host: Host, options: CompileOptions): Promise<OpenProject> {
  const sources = await openSources(host, options)
  await stopForUnbound(host, sources)
  return sources
}

/** Opens the project, its scenarios and its tests; any error of the group `source/` is shown and is an OperationError. */
export async function openTestedSources(
  host: Host,
  options: CompileOptions,
  purpose: 'tests' | 'coverage' = 'tests',
): Promise<TestedProject> {
  const sources = await readTestedSources(host, options, purpose)
  await stopForUnbound(host, sources)
  return sources
}

/** The same, without the scenarios and tests of sources that have errors. */
export async function readTestedSources(
  host: Host,
  options: CompileOptions,
  purpose: 'tests' | 'coverage' = 'tests',
): Promise<TestedProject> {
  const project = await openConfig(host, options)
  const derivation = createDerivations(project.config)[purpose]
  const derived = await derive({ host, options, project, paths: [] }, derivation)
  const values = once(derived.values)
  const tests = values().flatMap(source => source.tests ?? [])
  const flows = values().flatMap(source => source.flows ?? [])
  return { ...opened(project, { ...derived, values }), tests, flows }
}

/** Opens the project and its scenarios; any error of the groups `source/` and `graph/` is shown and is an OperationError. */
export async function openSoundSources(
  host: Host,
  options: CompileOptions,
  paths: readonly string[] = [],
): Promise<OpenProject> {
  const sources = await openSources(host, options, paths)
  await stopFor(host, sources, blockingFindings(sources.report))
  return sources
}

function stopForUnbound(host: Host, sources: OpenProject): Promise<void> {
  const faults = blockingFindings(sources.report).filter(({ rule }) => rule.startsWith('source/'))
  return stopFor(host, sources, faults)
}

async function stopFor(host: Host, { project }: OpenProject, findings: readonly Finding[]): Promise<void> {
  if (findings.length === 0) return
  await host.showFindings(findings, project.root)
  throw new OperationError('sources', `the sources have ${count(findings.length, 'error')}`, {
    help: 'fix them first; see `scenewright check`',
  })
}
