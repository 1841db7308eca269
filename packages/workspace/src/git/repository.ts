import { type GitOutcome, type LocalGitSetting, runLocalGit } from '@scenewright/git'
import { OperationError } from '@scenewright/model'

/** The git repository that a folder is in. Every path that git takes or gives is relative to the folder. */
export interface Repository {
  readonly folder: string
  /** The way from the top of the working files to the folder: empty, or with a slash at its end. */
  readonly prefix: string
  /** Whether its history is cut short. */
  readonly isShallow: boolean
  /** Runs git and gives what it left, whatever its exit code. */
  try(args: readonly string[], input?: string): Promise<GitOutcome>
  /** Runs git and gives its standard output. A refusal is an OperationError that says what git said. */
  run(args: readonly string[], input?: string): Promise<Buffer>
  /** The same for a folder below, where a repository of its own may lie. */
  within(folder: string): LocalGitSetting
}

/** Opens the repository around a folder. Where there is none, or git will not work in it, that is an OperationError. */
export async function openRepository(setting: LocalGitSetting): Promise<Repository> {
  const question = ['rev-parse', '--is-inside-work-tree', '--is-shallow-repository', '--show-prefix']
  const { code, stdout, stderr } = await runLocalGit(setting, question)
  if (code !== 0) throw notUsable(setting.folder, stderr)
  const [isInside, isShallow, ...prefix] = stdout.toString('utf8').split('\n')
  if (isInside !== 'true') throw notUsable(setting.folder, 'it has no working files')
  let filters: ReturnType<typeof withoutFilters> | undefined
  const runSafely = async (args: readonly string[], input?: string) => {
    if (readsObjects.has(args[0] ?? '')) return runLocalGit(setting, args, input)
    filters ??= withoutFilters(setting)
    return runLocalGit({ ...setting, env: { ...setting.env, ...(await filters) } }, args, input)
  }
  return {
    folder: setting.folder,
    // The folder's own name may hold a line feed; the last one is git's.
    prefix: prefix.slice(0, -1).join('\n'),
    isShallow: isShallow === 'true',
    try: runSafely,
    within: folder => ({ ...setting, folder }),
    async run(args, input) {
      const outcome = await runSafely(args, input)
      if (outcome.code === 0) return outcome.stdout
      throw new OperationError('usage', `git ${args[0]} does not work here: ${saying(outcome.stderr)}`, {
        help: 'if objects are missing, the clone is a partial one: fetch them first',
      })
    },
  }
}

/** The commands that read objects, references and settings, and no working file: they run no filter. */
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
 * To compare a file, git may run the filters that the repository's own config names. These variables set them to nothing:
 * as options, their names could not hold every character that a config may.
 */
async function withoutFilters(setting: LocalGitSetting): Promise<Record<string, string>> {
  const { stdout } = await runLocalGit(setting, ['config', '-z', '--name-only', '--get-regexp', '^filter\\.'])
  const names = new Set(stdout.toString('utf8').split('\0').filter(Boolean))
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

function notUsable(folder: string, stderr: string): OperationError {
  if (stderr.includes('not a git repository')) {
    return new OperationError('usage', `"${folder}" is not in a git repository`, {
      help: 'what has changed is asked of git: run `git init`, or check without --changed',
    })
  }
  const help = stderr.includes('dubious ownership')
    ? 'the repository belongs to another user: `git config --global --add safe.directory <its folder>` trusts it'
    : 'check without --changed'
  return new OperationError('usage', `git does not work in "${folder}": ${saying(stderr)}`, { help })
}

/** The first line of what git says, without the word that it begins with. */
function saying(stderr: string): string {
  const [line = ''] = stderr.trim().split('\n')
  return line.replace(/^(?:fatal|error): /, '') || 'it does not say why'
}
