import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, realpathSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { folderWith } from '../../workspace/test/folder-with.ts'
import type { run } from '../src/main.ts'
import { pause } from '../src/shell/pause.ts'
import { processTerminal } from '../src/shell/terminal.ts'
import { afterFile } from './clean-up.ts'

export { folderWith }

const root = fileURLToPath(new URL('../../../', import.meta.url))
/** The built command line. */
export const bin = join(root, 'node_modules/.bin/scenewright')

const { load, keepCompiled } = createRequire(import.meta.url)('../bin/load.cjs') as {
  load(bundle: string): { readonly run: typeof run }
  keepCompiled(): void
}
export const commandLine = load('main.cjs')
// The threads that later tests start are spared the compilation: a third of the time of a short one.
afterFile(keepCompiled)

/** What a finished run left. */
export interface Outcome {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

interface RunOptions {
  readonly cwd: string
  readonly env?: Record<string, string>
  readonly input?: string
}

interface OwnProcessOptions extends RunOptions {
  /** From how many files on other threads help. */
  readonly threadsFrom?: number
  /** Whether the input is that of a person at a terminal. Progress is not redrawn. */
  readonly isTerminal?: true
}

/** A home of its own for the files of this process. */
const home = mkdtempSync(join(tmpdir(), 'scenewright-home-'))

/**
 * Runs a call of the built command line in this process, with a bare environment and no terminal. What needs a process
 * of its own is run by `scenewrightProcess`: signals, the cache, and what a shell sees.
 */
export async function scenewright(args: readonly string[], options: OwnProcessOptions): Promise<Outcome> {
  const output = { stdout: [] as string[], stderr: [] as string[] }
  const { isTerminal } = options
  const env = { ...environment(options), ...(isTerminal && { NO_COLOR: '1', CI: '1' }) }
  const isTTY = isTerminal && { isTTY: isTerminal }
  const streams = {
    stdout: { write: (text: string) => output.stdout.push(text) },
    stderr: { write: (text: string) => output.stderr.push(text), ...isTTY },
    stdin: { ...isTTY },
  }
  const code = await commandLine.run(args, {
    terminal: processTerminal(streams, env),
    cwd: realpathSync(options.cwd),
    env,
    signal: new AbortController().signal,
    stdin: () => Readable.from([Buffer.from(options.input ?? '')]),
    // Between two attempts nobody waits for seconds.
    pause: (ms, signal) => pause(ms / 100, signal),
    ...(options.threadsFrom !== undefined && { threadsFrom: options.threadsFrom }),
  })
  return { code, stdout: output.stdout.join(''), stderr: output.stderr.join('') }
}

/** The same as a person runs it: in a process of its own. */
export function scenewrightProcess(args: readonly string[], options: RunOptions): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = spawn(bin, args, { cwd: options.cwd, env: environment(options) })
    let stdout = ''
    let stderr = ''
    child.stdout.setEncoding('utf8').on('data', data => {
      stdout += data
    })
    child.stderr.setEncoding('utf8').on('data', data => {
      stderr += data
    })
    child.once('error', reject)
    child.once('close', code => resolve({ code, stdout, stderr }))
    child.stdin.on('error', () => {}).end(options.input ?? '')
  })
}

function environment({ env = {} }: RunOptions): Record<string, string> {
  return { PATH: process.env.PATH ?? '', HOME: home, ...env }
}

/** The names of the example bots. */
export const exampleBots = readdirSync(join(root, 'scenarios'), { withFileTypes: true }).flatMap(entry =>
  entry.isDirectory() ? [entry.name] : [],
)

/** The folder of an example bot. */
export function exampleBot(name: string): string {
  return join(root, 'scenarios', name)
}

/** A copy of an example bot's sources, to be changed. */
export async function copyOf(name: string): Promise<string> {
  const folder = await folderWith({})
  await cp(exampleBot(name), folder, { recursive: true, filter: path => !path.includes('.scenewright') })
  return folder
}
