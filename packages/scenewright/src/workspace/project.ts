import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import {
  blocking,
  blockingRules,
  type CheckReport,
  conclude,
  createSourceCheck,
  type Rename,
  type Rule,
  ruleProblems,
  type SourceReport,
} from '@scenewright/checker'
import {
  type CacheLocation,
  createMemory,
  type Derivation,
  type DerivedSources,
  deriveSources,
  openProject,
  type Project,
} from '@scenewright/compiler'
import { type ConversationTests, type Finding, OperationError, type ScenarioModel } from '@scenewright/model'
import { workerEntry } from '../bin-files.ts'
import { findingsText } from '../render/findings-text.ts'
import { count } from '../render/text.ts'
import type { Invocation, SharedOptions } from '../shell/command.ts'
import { build } from '../shell/installation.ts'
import { endedBySignals } from '../shell/signals.ts'
import { progressLine } from '../shell/terminal.ts'
import type { AdoptedReport, BaselineOptions, WholeCheck } from './baseline/baseline-file.ts'
import { useBaseline } from './baseline/use-baseline.ts'
import { type CustomRulesOption, projectRules } from './custom-rules/project-rules.ts'
import { derivationsOf, type FlowLines } from './derivations.ts'
import { askedPart, type ChangedOption } from './git/asked-part.ts'
import { restoreEngine, tuneEngine } from './tune-engine.ts'

/** The options of every command that compiles. */
export type CompileOptions = Pick<SharedOptions, 'config' | 'cache'> & CustomRulesOption

/** A project, and all that the rules have to say of its sources. */
interface CheckedProject {
  readonly project: Project
  /** Those that were run, or would be if they were not off. */
  readonly rules: readonly Rule[]
  readonly report: CheckReport
}

/** How a project is checked. */
export type CheckOptions = CompileOptions & ChangedOption & BaselineOptions

/** A project that was looked at as a whole, and what is said of the part that was asked about. */
export type CheckedSources = CheckedProject & WholeCheck & AdoptedReport

/** A project, and the scenarios that bind, in the order of their files. */
export interface OpenProject extends CheckedProject {
  readonly scenarios: readonly ScenarioModel[]
  /** What the rules say of each source, and which files it imports. */
  readonly reports: readonly SourceReport[]
}

/** The same, and its conversation tests, file by file. */
export interface TestedProject extends OpenProject {
  readonly tests: readonly ConversationTests[]
  /** Where the parts of the flows stand; none unless they are opened for coverage. */
  readonly flows: readonly FlowLines[]
}

/**
 * From how many files on a second thread saves more than it costs. Measured on two processors, of which V8's own threads
 * want a part: 1.2 × the time of one thread at 2,000 sources, 1.1 × at 4,000, 0.9 × at 10,000.
 */
const threadsFrom = 8000

/** Opens the project around the working folder. A config that cannot be used is an OperationError. */
export async function openConfig(invocation: Invocation, options: Pick<SharedOptions, 'config'>): Promise<Project> {
  const { config } = options
  const project = await openProject({ cwd: invocation.cwd, ...(config !== undefined && { configPath: config }) })
  const [problem] = ruleProblems(project.config)
  if (problem !== undefined) {
    throw project.configFault(problem.path, problem.message, problem.help)
  }
  return project
}

/**
 * Opens the project and checks its sources. With `paths`, what is found in those below them, and with `changed` in what
 * has changed: the others are looked at too, since what starts one scenario hangs on all. None at all is an
 * OperationError.
 */
export async function checkSources(
  invocation: Invocation,
  options: CheckOptions,
  paths: readonly string[] = [],
): Promise<CheckedSources> {
  const project = await openConfig(invocation, options)
  const { rules, custom } = await projectRules(project, invocation, options)
  const derivation =
    custom === undefined
      ? derivationsOf(project.config).check
      : { name: 'check', of: custom.watching(createSourceCheck(project.config, rules)) }
  const work = { invocation, options, project, paths: [], isLive: custom !== undefined }
  const derived = await derive(work, derivation)
  const reports = once(derived.values)
  const { changed = false } = options
  const question = { project, paths, changed, reports }
  const { only, renames, notes: partNotes } = await askedPart(invocation, question)
  const whole = concludeOnce({ ...work, rules, renames }, { ...derived, values: reports })
  const checked = { project, rules, whole, only, partNotes, reports }
  return { ...checked, ...(await useBaseline(checked, invocation, options)) }
}

interface Conclusion extends Work {
  readonly rules: readonly Rule[]
  readonly renames: readonly Rename[]
}

/** What all sources come to, from the cache where neither they nor the config have changed. */
function concludeOnce(
  { invocation, options, project, isLive, rules, renames }: Conclusion,
  { values, findings, content }: DerivedSources<SourceReport>,
): CheckReport {
  const { config, configFile } = project
  const isKept = options.cache !== false && !isLive
  const memory = isKept ? createMemory(cacheOf(invocation, project), project.root) : undefined
  const ask = { configFile, findings, renames }
  const build = () => {
    const progress = progressLine(invocation.terminal)
    const concluded = endedBySignals(process, () => {
      progress.show('triggers compared …')
      return conclude(values(), config, { ...ask, rules, ...(memory && { memory }) })
    })
    progress.show('')
    return concluded
  }
  // A file that cannot be read is known by no content.
  if (memory === undefined || content === undefined) return build()
  return memory.recall('report', JSON.stringify([content, config, ask]), build)
}

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/** Opens the project and its scenarios, checked by the rules that can keep one from being compiled. */
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

/** The same, for what needs sources that parse and bind: any error of the group `source/` stops it. */
export async function openBoundSources(invocation: Invocation, options: CompileOptions): Promise<OpenProject> {
  const sources = await openSources(invocation, options)
  stopForUnbound(invocation, sources)
  return sources
}

/** The same, with the conversation tests: those must bind too. */
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

/** The same, for what needs sound documents: any error of the groups `source/` and `graph/` stops it. */
export async function openSoundSources(
  invocation: Invocation,
  options: CompileOptions,
  paths: readonly string[] = [],
): Promise<OpenProject> {
  const sources = await openSources(invocation, options, paths)
  stopFor(invocation, sources, blocking(sources.report))
  return sources
}

interface Work {
  readonly invocation: Invocation
  readonly options: CompileOptions
  readonly project: Project
  readonly paths: readonly string[]
  /** Whether code of the team's own takes part: what it says is known by no content, and can be said in no other thread. */
  readonly isLive?: boolean
}

async function derive<Value>(
  { invocation, options, project, paths, isLive = false }: Work,
  derivation: Derivation<Value>,
): Promise<DerivedSources<Value>> {
  const { terminal, signal } = invocation
  const progress = progressLine(terminal)
  const workers = {
    entry: workerEntry,
    threads: availableParallelism(),
    from: invocation.threadsFrom ?? threadsFrom,
  }
  const derived = await deriveSources(project, derivation, {
    paths: absolute(invocation, paths),
    ...(options.cache !== false && !isLive && { cache: cacheOf(invocation, project) }),
    ...(!isLive && { workers }),
    onProgress: (done, all) => {
      tuneEngine()
      progress.show(`${done} of ${count(all, 'file')} read …`)
    },
    signal,
  }).finally(() => {
    restoreEngine()
    progress.show('')
  })
  if (derived.count === 0 && derived.findings.length === 0) throw nothingFound(project, paths)
  return derived
}

/** Where the project's cache lies: beside its config, or where SCENEWRIGHT_CACHE says. */
export function cacheOf({ cwd, env }: Invocation, { root }: Project): CacheLocation {
  const folder = env.SCENEWRIGHT_CACHE ? resolve(cwd, env.SCENEWRIGHT_CACHE) : join(root, '.scenewright/cache')
  return { folder, build, env }
}

function absolute({ cwd }: Invocation, paths: readonly string[]): readonly string[] {
  return paths.map(path => resolve(cwd, path))
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

/** There is nothing to work on. */
class NothingFound extends OperationError {}

/** Whether an error says that there is nothing to work on, and nothing worse. */
export function isNothingFound(error: unknown): boolean {
  return error instanceof NothingFound
}

/** The error that there is nothing to work on. Where there is not even a project, it says how to begin one. */
export function nothingFound({ config, configFile }: Project, paths: readonly string[]): OperationError {
  if (paths.length === 0 && configFile === null) {
    return new NothingFound('usage', 'no project here: no scenewright.config.yaml and no scenarios in "scenarios"', {
      help: 'run `scenewright init` to create a project here, or change to the folder of your project',
    })
  }
  const where = paths.length > 0 ? paths : (config.sources ?? ['scenarios'])
  return new NothingFound('usage', `no scenarios in ${where.map(path => `"${path}"`).join(', ')}`, {
    help: 'a scenario is a file named <name>.scenario.yaml or <name>.scenario.ts; `scenewright init` writes a first one',
  })
}
