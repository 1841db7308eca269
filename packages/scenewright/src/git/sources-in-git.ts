import { isDeepStrictEqual } from 'node:util'
import type { SourceReport } from '@scenewright/checker'
import type { Project } from '@scenewright/compiler'
import { compareText, OperationError, type ProjectConfig } from '@scenewright/model'
import { changedFiles } from './changed-files.ts'
import { matchChanges } from './match-changes.ts'
import { openRepository, type Repository } from './repository.ts'
import type { GitSetting } from './run-git.ts'

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

/** Asks git about the sources. Undefined where they lie in no repository; a git that does not work is an OperationError. */
export async function sourcesInGit(
  setting: Omit<GitSetting, 'folder'>,
  { project, reports }: Sources,
): Promise<SourcesInGit | undefined> {
  const repository = await openRepository({ ...setting, folder: project.root }).catch(noRepository)
  if (repository === undefined) return undefined
  const head = await repository.try(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'])
  const commit = head.code === 0 ? head.stdout.toString('utf8').trim() : undefined
  const isChanged = commit === undefined ? () => true : await differsFrom(repository, project.root)
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
  if (error instanceof OperationError && /lies in no git repository|^git not found/.test(error.message))
    return undefined
  throw error
}

/** Changed since HEAD, or unknown to it: ignored files, too. */
async function differsFrom(repository: Repository, root: string): Promise<(file: string) => boolean> {
  const [changed, listed] = await Promise.all([
    changedFiles(repository, 'HEAD'),
    repository.run(['ls-files', '-z', '--', '.']),
  ])
  const tracked = listed.toString('utf8').split('\0').filter(Boolean)
  const isChanged = matchChanges(root, changed)
  const isTracked = matchChanges(root, new Set(tracked.map(name => name.normalize('NFC'))))
  return file => isChanged(file) || !isTracked(file)
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

/** Whether a folder lies in a repository. */
export async function isInGit(setting: GitSetting): Promise<boolean> {
  return (await openRepository(setting).catch(noRepository)) !== undefined
}

/** The name that git has of the person at work. */
export async function personInGit(setting: GitSetting): Promise<string | undefined> {
  const repository = await openRepository(setting).catch(() => undefined)
  const found = await repository?.try(['config', '--get', 'user.name'])
  return found?.code === 0 ? found.stdout.toString('utf8').trim() || undefined : undefined
}
