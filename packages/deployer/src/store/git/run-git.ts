import type { ChildProcess } from 'node:child_process'
import { InternalError, OperationError } from '@scenewright/model'
import { programPath } from '@scenewright/model/system'
import { type Deadline, watchDeadline } from '../deadline.ts'

/** Where git runs, and what it is given of the world. */
export interface GitSetting {
  /** The folder that it runs in. */
  readonly folder: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly deadline: Deadline
}

/** What a run of git has left. */
export interface GitOutcome {
  readonly code: number
  readonly stdout: Buffer
  /** In English, without credentials. */
  readonly stderr: string
  /** Whether it was given up: what it was to do may be done, or not. */
  readonly isGivenUp: boolean
}

/**
 * Runs git without a shell, hooks or questions. What git refuses is an outcome; a git that is not there is an
 * OperationError. It has a process group of its own, so that Ctrl-C does not end it in the middle of a write.
 */
export function runGit(setting: GitSetting, args: readonly string[], input: string | Buffer = ''): Promise<GitOutcome> {
  const { spawn } = process.getBuiltinModule('node:child_process')
  return new Promise((resolve, reject) => {
    const program = programPath('git', setting.env)
    if (program === undefined) return reject(gitMissing())
    const child = spawn(program, [...harmless, ...args], {
      cwd: setting.folder,
      env: quietEnvironment(setting.env),
      detached: process.platform !== 'win32',
    })
    const [stdout, stderr]: [Buffer[], Buffer[]] = [[], []]
    let isGivenUp = false
    const forget = watchDeadline(setting.deadline, () => {
      isGivenUp = true
      endGroup(child)
    })
    child.stdout.on('data', (data: Buffer) => stdout.push(data))
    child.stderr.on('data', (data: Buffer) => stderr.push(data))
    child.once('error', cause => {
      forget()
      reject(startError(cause))
    })
    child.once('exit', () => {
      // An ssh that stays for the next connection would hold the pipes.
      const letGo = () => [child.stdout, child.stderr].forEach(pipe => void pipe.destroy())
      setTimeout(letGo, pipesMs).unref()
    })
    child.once('close', code => {
      forget()
      const said = withoutCredentials(Buffer.concat(stderr).toString('utf8'))
      resolve({ code: code ?? -1, stdout: Buffer.concat(stdout), stderr: said, isGivenUp })
    })
    // A git that has failed reads no further; its exit code tells.
    child.stdin.on('error', () => {}).end(input)
  })
}

/** How long after its end the output of git is read, in milliseconds. */
const pipesMs = 2_000

const harmless = ['--no-pager', '-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=/dev/null', '-c', 'gc.auto=0']

/** The repository is the one of the folder, also where a hook of another one runs this. Nobody is asked anything. */
function quietEnvironment(env: GitSetting['env']): Record<string, string | undefined> {
  const rest = Object.entries(env).filter(([name]) => !ofRepository.test(name))
  return { ...Object.fromEntries(rest), GIT_OPTIONAL_LOCKS: '0', GIT_TERMINAL_PROMPT: '0', LC_ALL: 'C' }
}

const ofRepository =
  /^GIT_(DIR|WORK_TREE|INDEX_FILE|PREFIX|COMMON_DIR|NAMESPACE|OBJECT_DIRECTORY|ALTERNATE_OBJECT_DIRECTORIES|SHALLOW_FILE|GRAFT_FILE|REPLACE_REF_BASE|QUARANTINE_PATH|IMPLICIT_WORK_TREE|INTERNAL_SUPER_PREFIX)$/i

/** Git has helpers that would live on: ssh, and what speaks https. */
function endGroup(child: ChildProcess): void {
  try {
    if (child.pid !== undefined && process.platform !== 'win32') process.kill(-child.pid, 'SIGKILL')
    else child.kill('SIGKILL')
  } catch {
    // It has ended just now.
  }
}

/** An address may hold a password. */
function withoutCredentials(text: string): string {
  return text.replace(/(\/\/)[^/@\s]+@/g, '$1')
}

function startError(cause: Error): Error {
  if (!('code' in cause)) return new InternalError(`git could not be started: ${cause.message}`, { cause })
  if (cause.code === 'ENOENT') return gitMissing(cause)
  return new OperationError('usage', `git cannot be started: ${cause.message}`, { help: installGit, cause })
}

const installGit = 'install git, or add it to the PATH: the state is in a repository'

function gitMissing(cause?: Error): OperationError {
  return new OperationError('usage', 'git not found', { help: installGit, ...(cause && { cause }) })
}
