import type { ChildProcess } from 'node:child_process'
import { InternalError, OperationError } from '@scenewright/model'
import { statsAt } from '@scenewright/model/file-access'
import { programPath } from '@scenewright/model/system'

/** Where git runs, and how it is stopped. */
export interface GitSetting {
  /** The working folder of git. */
  readonly folder: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** Calls `giveUp` when git should stop; the returned function ends the watch. */
  watch(giveUp: () => void): () => void
}

/** Where git runs, without the network; the signal stops it. */
export interface LocalGitSetting extends Pick<GitSetting, 'folder' | 'env'> {
  readonly signal: AbortSignal
}

/** The result of one run of git. */
export interface GitOutcome {
  readonly code: number
  readonly stdout: Buffer
  /** In English, without credentials. */
  readonly stderr: string
  /** Whether it was stopped: its work may be done, or not. */
  readonly isGivenUp: boolean
}

/**
 * Runs git without a shell, hooks, a file monitor or prompts, in the repository of its folder. A failure of git is an
 * outcome; a missing git or folder is an OperationError. Git has its own process group, so that Ctrl-C does not reach it
 * while it writes.
 */
export function runGit(
  { folder, env, watch }: GitSetting,
  args: readonly string[],
  input: string | Buffer = '',
): Promise<GitOutcome> {
  return start({ folder, env: quietEnvironment(env), isDetached: process.platform !== 'win32', watch }, args, input)
}

/**
 * Runs git as `runGit` does, but without the network: nothing is fetched. Paths are literal. An aborted signal stops git and
 * rejects with its reason.
 */
export async function runLocalGit(
  { folder, env, signal }: LocalGitSetting,
  args: readonly string[],
  input: string = '',
): Promise<GitOutcome> {
  signal.throwIfAborted()
  const watch = (giveUp: () => void) => {
    signal.addEventListener('abort', giveUp, { once: true })
    return () => signal.removeEventListener('abort', giveUp)
  }
  const own = { ...quietEnvironment(env), ...withoutNetwork }
  const outcome = await start({ folder, env: own, isDetached: false, watch }, args, input)
  if (outcome.isGivenUp) signal.throwIfAborted()
  return outcome
}

interface Start extends GitSetting {
  readonly isDetached: boolean
}

function start(
  { folder, env, isDetached, watch }: Start,
  args: readonly string[],
  input: string | Buffer,
): Promise<GitOutcome> {
  const { spawn } = process.getBuiltinModule('node:child_process')
  return new Promise((resolve, reject) => {
    const program = programPath('git', env)
    if (program === undefined) return reject(new GitNotFound())
    const child = spawn(program, [...harmless, ...args], { cwd: folder, env, detached: isDetached })
    const [stdout, stderr]: [Buffer[], Buffer[]] = [[], []]
    let isGivenUp = false
    const endWatch = watch(() => {
      isGivenUp = true
      stop(child, isDetached)
    })
    child.stdout.on('data', (data: Buffer) => stdout.push(data))
    child.stderr.on('data', (data: Buffer) => stderr.push(data))
    child.once('error', cause => {
      endWatch()
      reject(startError(cause, folder))
    })
    // Only commands that use the network leave a process behind: an ssh that waits for the next connection keeps the
    // pipes open.
    if (isDetached) child.once('exit', () => setTimeout(() => closePipes(child), pipesMs).unref())
    child.once('close', code => {
      endWatch()
      const text = withoutCredentials(Buffer.concat(stderr).toString('utf8'))
      resolve({ code: code ?? -1, stdout: Buffer.concat(stdout), stderr: text, isGivenUp })
    })
    // A failed git does not read its input to the end; its exit code reports the failure.
    child.stdin.on('error', () => {}).end(input)
  })
}

/** How long the output of git is read after it exits, in milliseconds. */
const pipesMs = 2_000

const harmless = ['--no-pager', '-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=/dev/null', '-c', 'gc.auto=0']

const withoutNetwork = { GIT_LITERAL_PATHSPECS: '1', GIT_ALLOW_PROTOCOL: 'none', GIT_NO_LAZY_FETCH: '1' }

/** Always uses the repository of the folder, even if a hook of another repository runs this. Git never prompts. */
function quietEnvironment(env: GitSetting['env']): Record<string, string | undefined> {
  const rest = Object.entries(env).filter(([name]) => !ofRepository.has(name.toUpperCase()))
  return { ...Object.fromEntries(rest), GIT_OPTIONAL_LOCKS: '0', GIT_TERMINAL_PROMPT: '0', LC_ALL: 'C' }
}

/** The variables that bind git to one repository, or change how it reads paths; see `git rev-parse --local-env-vars`. */
const ofRepository: ReadonlySet<string> = new Set([
  'GIT_DIR',
  'GIT_WORK_TREE',
  'GIT_INDEX_FILE',
  'GIT_PREFIX',
  'GIT_COMMON_DIR',
  'GIT_NAMESPACE',
  'GIT_OBJECT_DIRECTORY',
  'GIT_ALTERNATE_OBJECT_DIRECTORIES',
  'GIT_QUARANTINE_PATH',
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

/** Git starts programs that would outlive it: ssh, and its own helpers for https. */
function stop(child: ChildProcess, isGroup: boolean): void {
  try {
    if (isGroup && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    else child.kill('SIGKILL')
  } catch {
    // It has just exited.
  }
}

function closePipes({ stdout, stderr }: ChildProcess): void {
  stdout?.destroy()
  stderr?.destroy()
}

/** An address may contain a password. */
function withoutCredentials(text: string): string {
  return text.replace(/(\/\/)[^/@\s]+@/g, '$1')
}

function startError(cause: Error, folder: string): Error {
  if (!('code' in cause)) return new InternalError(`git could not be started: ${cause.message}`, { cause })
  // The error of a missing working folder is that of a missing program.
  if (!statsAt(folder)?.isDirectory()) return new OperationError('usage', `there is no folder "${folder}"`, { cause })
  if (cause.code === 'ENOENT') return new GitNotFound(cause)
  return new OperationError('usage', `git cannot be started: ${cause.message}`, { help: installGit, cause })
}

const installGit = 'install git, or add it to the PATH'

/** The error for a missing git. */
export class GitNotFound extends OperationError {
  constructor(cause?: Error) {
    super('usage', 'git not found', { help: installGit, ...(cause && { cause }) })
  }
}
