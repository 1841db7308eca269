import { join, resolve } from 'node:path'
import { findRuleProblems } from '@scenewright/checker'
import { type CacheLocation, type Overlay, openProject, type Project } from '@scenewright/compiler'
import { OperationError } from '@scenewright/model'
import type { CustomRulesOption } from './custom-rules/project-rules.ts'
import type { Host } from './host.ts'

/** The selected project. */
export interface ConfigOption {
  /** The project file, relative to the working folder; the nearest one if not given. */
  readonly config?: string
  /** The text of the config at an absolute path, if an editor has it open. */
  readonly openText?: (path: string) => string | undefined
}

/** The options for compiling a project. */
export interface CompileOptions extends ConfigOption, CustomRulesOption {
  /** False to read and compile every source again. */
  readonly cache?: boolean
  /** Texts that replace sources without being written. */
  readonly overlay?: Overlay
}

/** Opens the project of the working folder. An unusable config is an OperationError. */
export async function openConfig(host: Host, options: ConfigOption): Promise<Project> {
  const { config, openText } = options
  const project = await openProject({
    cwd: host.cwd,
    ...(config !== undefined && { configPath: config }),
    ...(openText !== undefined && { openText }),
  })
  const [problem] = findRuleProblems(project.config)
  if (problem !== undefined) {
    throw project.configFault(problem.path, problem.message, problem.help)
  }
  return project
}

/** The folder of the project's cache: next to its config, or the one in SCENEWRIGHT_CACHE. */
export function locateCache({ cwd, env, build }: Host, { root }: Project): CacheLocation {
  const folder = env.SCENEWRIGHT_CACHE ? resolve(cwd, env.SCENEWRIGHT_CACHE) : join(root, '.scenewright/cache')
  return { folder, build, env }
}

/** There are no sources, or no project. */
class NothingFound extends OperationError {}

/** Whether an error says only that there are no sources. */
export function isNothingFound(error: unknown): boolean {
  return error instanceof NothingFound
}

/** The error for a project without sources. If there is no project at all, it says how to create one. */
export function nothingFound({ config, configFile }: Project, paths: readonly string[]): OperationError {
  if (paths.length === 0 && configFile === null) {
    return new NothingFound('usage', 'no project here: no scenewright.config.yaml and no scenarios in "scenarios"', {
      help: 'run `scenewright init` to create a project here, or change to the folder of your project',
    })
  }
  const where = paths.length > 0 ? paths : (config.sources ?? ['scenarios'])
  return new NothingFound('usage', `no scenarios in ${where.map(path => `"${path}"`).join(', ')}`, {
    help: 'a scenario is a file named <name>.scenario.yaml or <name>.scenario.ts; see docs/source-format.md for an example',
  })
}
