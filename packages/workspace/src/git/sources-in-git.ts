import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { SourceReport } from '@scenewright/checker'
import type { Project } from '@scenewright/compiler'
import { wouldHaveScenarios } from '@scenewright/compiler/find-sources'
import { receiptsPath, seenPath } from '@scenewright/deployer/state'
import { GitNotFound, type LocalGitSetting, NoRepository, runLocalGit } from '@scenewright/git'
import { OperationError } from '@scenewright/model'
import type { ProjectConfig } from '@scenewright/model/config'
import { withForwardSlashes } from '@scenewright/model/system'
import { compareText, count } from '@scenewright/model/text'
import { changedSinceHead, matchChanges } from './changed-files.ts'
import { openRepository, type Repository } from './repository.ts'

/** The git status of a project's sources. */
export interface SourcesInGit {
  /** HEAD; absent if there is no commit yet. */
  readonly commit?: string
  /** The sources, their imports, and the config, as far as they differ from the commit. */
  readonly uncommitted: readonly string[]
  /** Whether the commit contains no source that is missing here. */
  readonly areRemovalsCommitted: boolean
  /** Whether a source, its imports and the config are exactly as in the commit. */
  isCommitted(file: string): boolean
}

interface Sources {
  readonly project: Project
  /** The sources that have scenarios. */
  readonly reports: readonly Pick<SourceReport, 'file' | 'dependencies'>[]
}

/**
 * Reads the git status of the sources. Undefined if they are not in a repository; a failure of git is an
 * OperationError.
 */
export async function sourcesInGit(
  setting: Omit<LocalGitSetting, 'folder'>,
  { project, reports }: Sources,
): Promise<SourcesInGit | undefined> {
  const repository = await openRepository({ ...setting, folder: project.root }).catch(noRepository)
  if (repository === undefined) return undefined
  const head = await repository.try(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'])
  const commit = head.code === 0 ? head.stdout.toString('utf8').trim() : undefined
  const files = commit === undefined ? nothingCommitted : await filesIn(repository, project)
  const { isChanged, isTracked, removed } = files
  refuseReceipts(project, isTracked)
  const { configFile } = project
  const isConfigChanged = configFile !== null && isChanged(configFile) && !(await isOnlyPinned(repository, project))
  const changed = new Map(
    reports.map(({ file, dependencies = [] }) => [file, [file, ...dependencies].filter(isChanged)]),
  )
  const uncommitted = new Set([...changed.values()].flat().concat(removed))
  if (isConfigChanged) uncommitted.add(configFile)
  return {
    ...(commit !== undefined && { commit }),
    uncommitted: [...uncommitted].sort(compareText),
    areRemovalsCommitted: removed.length === 0,
    isCommitted: file => !isConfigChanged && changed.get(file)?.length === 0,
  }
}

function noRepository(error: unknown): undefined {
  if (error instanceof NoRepository || error instanceof GitNotFound) return undefined
  throw error
}

const nothingCommitted = { isChanged: () => true, isTracked: () => false, removed: [] }

/**
 * The git status of the files of a project. Changed: changed since HEAD, not tracked, including what .gitignore names, or
 * not compared by git. Removed: the sources of HEAD that are missing.
 */
async function filesIn(repository: Repository, project: Project) {
  const { root } = project
  const { changed, tracked, skipped } = await changedSinceHead(repository)
  const isMissing = (file: string) => wouldHaveScenarios(project, file) && !existsSync(join(root, file))
  const left = skipped.filter(isMissing)
  if (left[0] !== undefined) throw notCheckedOut(left[0], left.length)
  const isChanged = matchChanges(root, new Set([...changed, ...skipped.map(name => name.normalize('NFC'))]))
  const isTracked = matchChanges(root, tracked)
  return {
    isChanged: (file: string) => isChanged(file) || !isTracked(file),
    isTracked,
    removed: [...changed].filter(isMissing),
  }
}

/** Such a source would count as removed, and its scenario would be deactivated. */
function notCheckedOut(file: string, number: number): OperationError {
  const which = number === 1 ? `"${file}" is` : `"${file}" and ${count(number - 1, 'other source')} are`
  return new OperationError('usage', `${which} in the commit, but not in this sparse checkout`, {
    help: 'check out all sources: `git sparse-checkout add` with their folder, or `git sparse-checkout disable`',
  })
}

/**
 * Receipts prove actions of one machine. Committed ones would make every machine reject the state, or trust them
 * wrongly.
 */
function refuseReceipts({ root, config }: Project, isTracked: (file: string) => boolean): void {
  const files = Object.keys(config.environments ?? {}).flatMap(name => [receiptsPath(root, name), seenPath(root, name)])
  const committed = files.map(file => withForwardSlashes(relative(root, file))).find(isTracked)
  if (committed === undefined) return
  throw new OperationError('usage', `"${committed}" is in git, but belongs to one machine`, {
    help: `remove it with git rm --cached ${committed}, and add .scenewright/ to .gitignore`,
  })
}

/** Whether the config differs from HEAD only by the lines that `state init` writes. */
async function isOnlyPinned(repository: Repository, { config, configFile }: Project): Promise<boolean> {
  const { code, stdout } = await repository.try(['show', `HEAD:./${configFile}`])
  if (code !== 0) return false
  const { parse } = await import('yaml')
  try {
    const before: ProjectConfig = parse(stdout.toString('utf8')) ?? {}
    return isDeepStrictEqual(withoutNewPins(config, before), before)
  } catch {
    return false
  }
}

/** The config without pins in environments that had none. */
function withoutNewPins(config: ProjectConfig, before: ProjectConfig): unknown {
  const environments = Object.entries(config.environments ?? {}).map(([name, { lineage, ...rest }]) => {
    const pinned = before.environments?.[name]?.lineage
    return [name, pinned === undefined || lineage === undefined ? rest : { ...rest, lineage }]
  })
  return config.environments === undefined ? config : { ...config, environments: Object.fromEntries(environments) }
}

/** Whether a folder is in a repository. */
export async function isInGit(setting: LocalGitSetting): Promise<boolean> {
  return (await openRepository(setting).catch(noRepository)) !== undefined
}

/** The user name in git's config. Undefined if there is none, or git fails. */
export async function personInGit(setting: LocalGitSetting): Promise<string | undefined> {
  const found = await runLocalGit(setting, ['config', '--get', 'user.name']).catch(() => undefined)
  return found?.code === 0 ? found.stdout.toString('utf8').trim() || undefined : undefined
}
