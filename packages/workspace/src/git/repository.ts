import {
  type GitOutcome,
  type LocalGitSetting,
  NoRepository,
  notUsable,
  pathFormat,
  runLocalGit,
  saying,
  tooOld,
} from '@scenewright/git'
import { OperationError } from '@scenewright/model'

/** The git repository of a folder. All paths for and from git are relative to the folder. */
export interface Repository {
  readonly folder: string
  /** The path from the top of the working files to the folder: empty, or with a slash at its end. */
  readonly prefix: string
  /** Whether its history is shallow. */
  readonly isShallow: boolean
  /** Runs git and returns the result, whatever its exit code. */
  try(args: readonly string[], input?: string): Promise<GitOutcome>
  /** Runs git and returns its standard output. A failure is an OperationError with git's message. */
  run(args: readonly string[], input?: string): Promise<Buffer>
  /** The same for a folder below, which may have its own repository. */
  within(folder: string): LocalGitSetting
}

/** Opens the repository of a folder. If there is none, that is a NoRepository; if git refuses it, an OperationError. */
export async function openRepository(setting: LocalGitSetting): Promise<Repository> {
  const question = ['rev-parse', pathFormat, '--is-inside-work-tree', '--is-shallow-repository', '--show-prefix']
  const { code, stdout, stderr } = await runLocalGit(setting, question)
  if (code !== 0)
    throw stderr.includes('not a git repository')
      ? new NoRepository(setting.folder, changedNeedsGit)
      : notUsable(setting.folder, { stderr })
  const lines = stdout.toString('utf8').split('\n')
  const isOld = lines[0] === pathFormat
  const [isInside, isShallow, ...prefix] = isOld ? lines.slice(1) : lines
  if (isInside !== 'true') throw notUsable(setting.folder, { stderr: 'it has no working tree' })
  let filters: ReturnType<typeof withoutFilters> | undefined
  const runSafely = async (args: readonly string[], input?: string) => {
    if (readsObjects.has(args[0] ?? '')) return runLocalGit(setting, args, input)
    filters ??= withoutFilters(setting, isOld)
    return runLocalGit({ ...setting, env: { ...setting.env, ...(await filters) } }, args, input)
  }
  return {
    folder: setting.folder,
    // The folder's own name may contain a line feed; the last one belongs to git.
    prefix: prefix.slice(0, -1).join('\n'),
    isShallow: isShallow === 'true',
    try: runSafely,
    within: folder => ({ ...setting, folder }),
    async run(args, input) {
      const outcome = await runSafely(args, input)
      if (outcome.code === 0) return outcome.stdout
      throw failed(args[0], outcome.stderr)
    },
  }
}

/** The error for a failed command of git. */
export function failed(command: string | undefined, stderr: string): OperationError {
  return new OperationError('usage', `git ${command} does not work here: ${saying(stderr)}`, {
    help: 'if objects are missing, the clone is a partial one: git fetch --refetch --no-filter',
  })
}

/** The commands that read objects, references and settings, but no working files: they run no filters. */
const readsObjects: ReadonlySet<string> = new Set([
  'cat-file',
  'config',
  'diff-tree',
  'for-each-ref',
  'ls-tree',
  'merge-base',
  'rev-parse',
])

/**
 * To compare a file, git may run the filters in the repository's config. These variables disable them: options could
 * not contain every character that a config allows.
 */
async function withoutFilters(setting: LocalGitSetting, isOld: boolean): Promise<Record<string, string>> {
  const { stdout } = await runLocalGit(setting, ['config', '-z', '--name-only', '--get-regexp', '^filter\\.'])
  const names = new Set(stdout.toString('utf8').split('\0').filter(Boolean))
  if (isOld && names.size > 0) throw tooOld()
  const settings = [...names].map(name => [name, name.endsWith('.required') ? 'false' : ''])
  const first = Number(setting.env.GIT_CONFIG_COUNT ?? 0) || 0
  return {
    ...Object.fromEntries(
      settings.flatMap(([name, value], index) => [
        [`GIT_CONFIG_KEY_${first + index}`, name],
        [`GIT_CONFIG_VALUE_${first + index}`, value],
      ]),
    ),
    GIT_CONFIG_COUNT: String(first + settings.length),
  }
}

const changedNeedsGit = '--changed requires git: run `git init`, or check without --changed'
