import { relative } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { SourceReport } from '@scenewright/checker'
import type { Project } from '@scenewright/compiler'
import { receiptsPath, seenPath } from '@scenewright/deployer/state'
import { type LocalGitSetting, runLocalGit } from '@scenewright/git'
import { OperationError } from '@scenewright/model'
import type { ProjectConfig } from '@scenewright/model/config'
import { withForwardSlashes } from '@scenewright/model/system'
import { compareText } from '@scenewright/model/text'
import { changedSinceHead, matchChanges } from './changed-files.ts'
import { openRepository, type Repository } from './repository.ts'

/** Where the sources of a project are in git. */
export interface SourcesInGit {
  /** HEAD; absent where there is no commit yet. */
  readonly commit?: string
  /** The sources, what they import, and the config, as far as they differ from the commit. */
  readonly uncommitted: readonly string[]
  /** Whether a source, what it imports and the config are just as they are at the commit. */
  isCommitted(file: string): boolean
}

interface Sources {
  readonly project: Project
  /** The sources that have scenarios. */
  readonly reports: readonly Pick<SourceReport, 'file' | 'dependencies'>[]
}

/**
 * Asks git about the sources. Undefined where they are in no repository; a git that does not work is an OperationError.
 */
export async function sourcesInGit(
  setting: Omit<LocalGitSetting, 'folder'>,
  { project, reports }: Sources,
): Promise<SourcesInGit | undefined> {
  const repository = await openRepository({ ...setting, folder: project.root }).catch(noRepository)
  if (repository === undefined) return undefined
  const head = await repository.try(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'])
  const commit = head.code === 0 ? head.stdout.toString('utf8').trim() : undefined
  const { isChanged, isTracked } = commit === undefined ? nothingCommitted : await filesIn(repository, project.root)
  refuseReceipts(project, isTracked)
  const { configFile } = project
  const isConfigChanged = configFile !== null && isChanged(configFile) && !(await isOnlyPinned(repository, project))
  const changed = new Map(
    reports.map(({ file, dependencies = [] }) => [file, [file, ...dependencies].filter(isChanged)]),
  )
  const files = new Set([...changed.values()].flat())
  if (isConfigChanged) files.add(configFile)
  return {
    ...(commit !== undefined && { commit }),
    uncommitted: [...files].sort(compareText),
    isCommitted: file => !isConfigChanged && changed.get(file)?.length === 0,
  }
}

function noRepository(error: unknown): undefined {
  if (error instanceof OperationError && /is not in a git repository|^git not found/.test(error.message))
    return undefined
  throw error
}

const nothingCommitted = { isChanged: () => true, isTracked: () => false }

/** The git status of the files of a project. Changed: changed since HEAD, or not tracked, including ignored files. */
async function filesIn(repository: Repository, root: string) {
  const { changed, tracked } = await changedSinceHead(repository)
  const isChanged = matchChanges(root, changed)
  const isTracked = matchChanges(root, tracked)
  return { isChanged: (file: string) => isChanged(file) || !isTracked(file), isTracked }
}

/** Receipts prove what one machine did. Committed ones would make every machine refuse the state, or believe in it. */
function refuseReceipts({ root, config }: Project, isTracked: (file: string) => boolean): void {
  const files = Object.keys(config.environments ?? {}).flatMap(name => [receiptsPath(root, name), seenPath(root, name)])
  const committed = files.map(file => withForwardSlashes(relative(root, file))).find(isTracked)
  if (committed === undefined) return
  throw new OperationError('usage', `"${committed}" is in git, and belongs to one machine`, {
    help: `take it out: git rm --cached ${committed}, and put .scenewright/ into .gitignore`,
  })
}

/** Whether the config differs from HEAD by what `state init` writes into it alone. */
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

/** The config without the pins of the environments that had none. */
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

/** The name that git has of the person at work. Undefined where git has none, or does not work. */
export async function personInGit(setting: LocalGitSetting): Promise<string | undefined> {
  const found = await runLocalGit(setting, ['config', '--get', 'user.name']).catch(() => undefined)
  return found?.code === 0 ? found.stdout.toString('utf8').trim() || undefined : undefined
}
