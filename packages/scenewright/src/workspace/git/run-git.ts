import { InternalError, OperationError } from '@scenewright/model'
import { programPath } from '@scenewright/model/system'

/** Where git runs, and what it is given of the world. */
export interface GitSetting {
  /** Absolute: the folder that it runs in. */
  readonly folder: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly signal: AbortSignal
}

/** What a run of git has left. */
export interface GitOutcome {
  readonly code: number
  readonly stdout: Buffer
  /** In English, for messages. */
  readonly stderr: string
}

/**
 * Runs git in a folder, with nothing that the repository could have it execute: no hooks, no file monitor, no network.
 * A git that does not exist is an OperationError; what git itself refuses is an outcome. An aborted signal ends it.
 */
export function runGit(
  { folder, env, signal }: GitSetting,
  args: readonly string[],
  input: string = '',
): Promise<GitOutcome> {
  const { spawn } = process.getBuiltinModule('node:child_process')
  return new Promise((resolve, reject) => {
    const program = programPath('git', env)
    if (program === undefined) return reject(gitMissing())
    const child = spawn(program, [...harmless, ...args], { cwd: folder, env: ownEnvironment(env), signal })
    const stdout: Buffer[] = []
    const stderr: Buffer[] = []
    child.stdout.on('data', (data: Buffer) => stdout.push(data))
    child.stderr.on('data', (data: Buffer) => stderr.push(data))
    child.once('error', cause => reject(startError(cause)))
    child.once('close', code => {
      resolve({ code: code ?? -1, stdout: Buffer.concat(stdout), stderr: Buffer.concat(stderr).toString('utf8') })
    })
    // A git that has failed reads no further; its exit code tells.
    child.stdin.on('error', () => {}).end(input)
  })
}

const harmless = ['--no-pager', '-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=/dev/null']

/**
 * The repository is the one that the folder is in, also where a hook of another one runs this; its paths are taken word
 * for word, its messages come in English, and nothing is fetched.
 */
function ownEnvironment(env: GitSetting['env']): Record<string, string | undefined> {
  const rest = Object.entries(env).filter(([name]) => !ofRepository.has(name.toUpperCase()))
  return {
    ...Object.fromEntries(rest),
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    GIT_LITERAL_PATHSPECS: '1',
    GIT_ALLOW_PROTOCOL: 'none',
    GIT_NO_LAZY_FETCH: '1',
    LC_ALL: 'C',
  }
}

/** What binds git to one repository, or to another reading of paths; see `git rev-parse --local-env-vars`. */
const ofRepository: ReadonlySet<string> = new Set([
  'GIT_DIR',
  'GIT_WORK_TREE',
  'GIT_INDEX_FILE',
  'GIT_PREFIX',
  'GIT_COMMON_DIR',
  'GIT_NAMESPACE',
  'GIT_OBJECT_DIRECTORY',
  'GIT_ALTERNATE_OBJECT_DIRECTORIES',
  'GIT_INTERNAL_SUPER_PREFIX',
  'GIT_IMPLICIT_WORK_TREE',
  'GIT_GRAFT_FILE',
  'GIT_SHALLOW_FILE',
  'GIT_REPLACE_REF_BASE',
  'GIT_GLOB_PATHSPECS',
  'GIT_NOGLOB_PATHSPECS',
  'GIT_ICASE_PATHSPECS',
  'GIT_EXTERNAL_DIFF',
])

function startError(cause: Error): Error {
  if (cause.name === 'AbortError') return cause
  if (!('code' in cause)) return new InternalError(`git could not be started: ${cause.message}`, { cause })
  if (cause.code === 'ENOENT') return gitMissing(cause)
  return new OperationError('usage', `git cannot be started: ${cause.message}`, { help: installGit, cause })
}

const installGit = 'install git, or add it to the PATH: what has changed is asked of it'

function gitMissing(cause?: Error): OperationError {
  return new OperationError('usage', 'git not found', { help: installGit, ...(cause && { cause }) })
}
