import { resolve } from 'node:path'
import { blocking, type CheckReport, check, ruleProblems } from '@scenewright/checker'
import { compileProject, openProject, type Project } from '@scenewright/compiler'
import { type Compilation, type Finding, OperationError } from '@scenewright/model'
import type { Invocation, SharedOptions } from './command.ts'
import { count } from './report/count.ts'
import { findingsText } from './report/findings-text.ts'

/** The project that a command works on, and what its sources compile to. */
export interface OpenProject {
  readonly project: Project
  readonly compilation: Compilation
}

/** Opens the project around the working folder. A config that cannot be used is an OperationError. */
export async function openConfig(invocation: Invocation, options: Pick<SharedOptions, 'config'>): Promise<Project> {
  const { config } = options
  const project = await openProject({ cwd: invocation.cwd, ...(config !== undefined && { configPath: config }) })
  const [problem] = ruleProblems(project.config)
  if (problem !== undefined) {
    throw project.configFault(['rules', problem.name], problem.message, problem.help)
  }
  return project
}

/** Opens the project and compiles its sources, or those below `paths`. None at all is an OperationError. */
export async function openSources(
  invocation: Invocation,
  options: Pick<SharedOptions, 'config'>,
  paths: readonly string[] = [],
): Promise<OpenProject> {
  const project = await openConfig(invocation, options)
  const absolute = paths.map(path => resolve(invocation.cwd, path))
  const compilation = await compileProject(project, absolute.length > 0 ? { paths: absolute } : {})
  if (compilation.files.length === 0) throw nothingFound(project, paths)
  return { project, compilation }
}

/** The same, for what needs sources that parse and bind: any error of the group `source/` stops it. */
export async function openBoundSources(
  invocation: Invocation,
  options: Pick<SharedOptions, 'config'>,
): Promise<OpenProject> {
  const opened = await openSources(invocation, options)
  const report = checkSources(opened)
  stopFor(
    invocation,
    opened,
    blocking(report).filter(({ rule }) => rule.startsWith('source/')),
  )
  return opened
}

/** The same, for what needs sound documents: any error of the groups `source/` and `graph/` stops it. */
export async function openSoundSources(
  invocation: Invocation,
  options: Pick<SharedOptions, 'config'>,
  paths: readonly string[] = [],
): Promise<OpenProject> {
  const opened = await openSources(invocation, options, paths)
  stopFor(invocation, opened, blocking(checkSources(opened, paths.length > 0)))
  return opened
}

/** All that the rules have to say of the sources. */
export function checkSources({ project, compilation }: OpenProject, partial = false): CheckReport {
  return check(compilation, project.config, { configFile: project.configFile, partial })
}

function stopFor({ terminal }: Invocation, { compilation }: OpenProject, findings: readonly Finding[]): void {
  if (findings.length === 0) return
  terminal.err(findingsText(findings, compilation.files, terminal.color.err))
  throw new OperationError('sources', `the sources have ${count(findings.length, 'error')}`, {
    help: 'mend them first; `scenewright check` shows all that it finds',
  })
}

function nothingFound({ config }: Project, paths: readonly string[]): OperationError {
  const where = paths.length > 0 ? paths : (config.sources ?? ['scenarios'])
  return new OperationError('usage', `no scenarios in ${where.map(path => `"${path}"`).join(', ')}`, {
    help: 'a scenario is a file named <name>.scenario.yaml; `scenewright init` writes a first one',
  })
}
