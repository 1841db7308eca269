import { existsSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { OperationError, type Place } from '@scenewright/model'
import type { ProjectConfig } from '@scenewright/model/config'
import { statsAt } from '@scenewright/model/file-access'
import { withForwardSlashes } from '@scenewright/model/system'
import { isInside, readSource } from '../read/read-source.ts'
import { type ReadConfig, readConfig } from './read-config.ts'

/** A folder of sources and its settings. */
export interface Project {
  /** Absolute: the folder of the config, or the folder in which the command was run. */
  readonly root: string
  /** Relative to the root; null if there is none, so all defaults apply. */
  readonly configFile: string | null
  readonly config: ProjectConfig
  /** An error at a place in the config, for problems that only other code can detect: a rule's name. */
  readonly configFault: ReadConfig['fault']
  /** Where the entries of `suppress` are in the config. */
  readonly suppressPlaces: readonly Place[]
}

/** The part of a project that can be passed to another thread. */
export type ProjectData = Omit<Project, 'configFault' | 'suppressPlaces'>

const configName = 'scenewright.config.yaml'

/** The choice of a project. */
interface ProjectOptions {
  readonly cwd: string
  readonly configPath?: string
  /** The text of the config at an absolute path, if an editor has it open: that on the disk does not count then. */
  readonly openText?: (path: string) => string | undefined
}

/**
 * Finds the config in `cwd` or the nearest parent folder, or uses the one that is named. Without one the project is
 * `cwd`, with every default. An invalid config, or a named one that does not exist, is an OperationError `config`.
 */
export async function openProject(options: ProjectOptions): Promise<Project> {
  const cwd = resolve(options.cwd)
  const path = options.configPath === undefined ? nearestConfig(cwd) : namedConfig(cwd, options.configPath)
  if (path === undefined) return withConfig(cwd, null, '')
  const name = withForwardSlashes(relative(cwd, path))
  if (!isInside(dirname(path), path)) {
    throw new OperationError('config', `"${name}" is a link to a place outside the project`)
  }
  const openText = options.openText?.(path)
  const read = openText === undefined ? readSource(path) : { text: openText }
  if ('text' in read) return withConfig(dirname(path), basename(path), read.text)
  const { at, fault, help } = read
  throw new OperationError('config', `${name}:${at.line}:${at.column}: ${fault}`, {
    ...(help !== undefined && { help }),
    place: { path, range: { start: at, end: at }, fault },
  })
}

async function withConfig(root: string, configFile: string | null, text: string): Promise<Project> {
  const { config, fault, place } = await readConfig(root, configFile ?? configName, text)
  const suppressPlaces = (config.suppress ?? []).map((_, index) => place(['suppress', index]))
  return { root, configFile, config, configFault: fault, suppressPlaces }
}

function namedConfig(cwd: string, configPath: string): string {
  const path = resolve(cwd, configPath)
  const stats = statsAt(path)
  if (stats?.isFile()) return path
  throw new OperationError('config', `The config "${configPath}" ${stats ? 'is not a file' : 'does not exist'}`)
}

function nearestConfig(cwd: string): string | undefined {
  for (let folder = cwd; ; folder = dirname(folder)) {
    const path = join(folder, configName)
    if (existsSync(path)) return path
    if (dirname(folder) === folder) return undefined
  }
}
