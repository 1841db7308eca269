import { blocking, blockingRules, conclude, type SourceReport } from '@scenewright/checker'
import type { DerivedSources, Project } from '@scenewright/compiler'
import { type Finding, OperationError } from '@scenewright/model'
import type { ScenarioModel } from '@scenewright/model/compilation'
import type { ConversationTests } from '@scenewright/model/conversation-tests'
import { count } from '@scenewright/model/text'
import { findingsText } from '../render/findings-text.ts'
import type { Invocation } from '../shell/command.ts'
import type { CheckedProject } from './check-sources.ts'
import { derivationsOf, type FlowLines } from './derivations.ts'
import { derive, once } from './derive.ts'
import { type CompileOptions, openConfig } from './open-config.ts'

/** A project and its scenarios without errors of the group `source/`, in the order of their files. */
export interface OpenProject extends CheckedProject {
  readonly scenarios: readonly ScenarioModel[]
  /** The findings of each source, and which files it imports. */
  readonly reports: readonly SourceReport[]
}

/** A project with its scenarios and its conversation tests, file by file. */
export interface TestedProject extends OpenProject {
  readonly tests: readonly ConversationTests[]
  /** The lines of nodes and edges; empty unless opened for coverage. */
  readonly flows: readonly FlowLines[]
}

/** Opens the project and its scenarios, checked by the rules that can prevent compilation. */
async function openSources(
  invocation: Invocation,
  options: CompileOptions,
  paths: readonly string[] = [],
): Promise<OpenProject> {
  const project = await openConfig(invocation, options)
  const { compile } = derivationsOf(project.config)
  return opened(project, await derive({ invocation, options, project, paths }, compile))
}

function opened(
  project: Project,
  { values, findings }: DerivedSources<{ readonly report: SourceReport; readonly scenarios: readonly ScenarioModel[] }>,
): OpenProject {
  const { config, configFile } = project
  const derived = values()
  const reports = derived.map(({ report }) => report)
  return {
    project,
    rules: blockingRules,
    reports,
    report: conclude(reports, config, { configFile, findings, rules: blockingRules }),
    scenarios: derived.flatMap(({ scenarios }) => scenarios),
  }
}

/** Opens the project and its scenarios; any error of the group `source/` is shown and is an OperationError. */
export async function openBoundSources(invocation: Invocation, options: CompileOptions): Promise<OpenProject> {
  const sources = await openSources(invocation, options)
  stopForUnbound(invocation, sources)
  return sources
}

/** Opens the project, its scenarios and its tests; any error of the group `source/` is shown and is an OperationError. */
export async function openTestedSources(
  invocation: Invocation,
  options: CompileOptions,
  purpose: 'tests' | 'coverage' = 'tests',
): Promise<TestedProject> {
  const project = await openConfig(invocation, options)
  const derivation = derivationsOf(project.config)[purpose]
  const derived = await derive({ invocation, options, project, paths: [] }, derivation)
  const values = once(derived.values)
  const sources = opened(project, { ...derived, values })
  stopForUnbound(invocation, sources)
  const tests = values().flatMap(source => source.tests ?? [])
  return { ...sources, tests, flows: values().flatMap(source => source.flows ?? []) }
}

/** Opens the project and its scenarios; any error of the groups `source/` and `graph/` is shown and is an OperationError. */
export async function openSoundSources(
  invocation: Invocation,
  options: CompileOptions,
  paths: readonly string[] = [],
): Promise<OpenProject> {
  const sources = await openSources(invocation, options, paths)
  stopFor(invocation, sources, blocking(sources.report))
  return sources
}

function stopForUnbound(invocation: Invocation, sources: OpenProject): void {
  const faults = blocking(sources.report).filter(({ rule }) => rule.startsWith('source/'))
  stopFor(invocation, sources, faults)
}

function stopFor({ terminal }: Invocation, { project }: OpenProject, findings: readonly Finding[]): void {
  if (findings.length === 0) return
  terminal.err(findingsText(findings, project.root, terminal.color.err))
  throw new OperationError('sources', `the sources have ${count(findings.length, 'error')}`, {
    help: 'fix them first; `scenewright check` shows all findings',
  })
}
