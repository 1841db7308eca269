import { relative, sep } from 'node:path'
import { withForwardSlashes } from '@scenewright/model/system'
import { visible } from '@scenewright/model/text'
import { type CompileOptions, openConfig } from '@scenewright/workspace'
import type { ExitCode, Invocation } from '../../../shell/command.ts'
import { exitCodeOf, reportError } from '../../../shell/exit.ts'
import { interruptSelf, painter } from '../../../shell/terminal.ts'

/** How long a change waits for others: editors write a file in several steps, and git writes many. */
const settleMs = 100

const skipped = new Set(['node_modules', '.git', '.scenewright'])

/** The files that a project can consist of: its sources, their imports, and its config. */
const isMadeOf = /\.(?:ya?ml|ts)$/

/** The request of a key press while tests are watched. */
type WatchKey = 'again' | 'quit'

const interrupt = '\u0003'

const endOfInput = '\u0004'

/** How many changed files are named. */
const mostNamed = 3

/**
 * Does `run` now, and again after every change of a source or the config, and when Enter is pressed. What it refuses is
 * told, and watching goes on. Promises the exit code of the last run, once `q` is pressed.
 */
export async function watchProject(
  invocation: Invocation,
  options: CompileOptions,
  run: () => Promise<ExitCode>,
): Promise<ExitCode> {
  const { terminal, signal } = invocation
  const { root } = await openConfig(invocation, options)
  const wishes = createWishes(signal)
  const keys = readKeys(invocation.stdin(), key => wishes.put(key === 'quit' ? 'quit' : []))
  const watcher = await watchSources(root, changed => wishes.put(changed))
  try {
    for (;;) {
      const exitCode = await runOnce(invocation, run)
      terminal.err(painter(terminal.color.err)('dim', 'waiting for changes; Enter runs the tests again, q ends\n'))
      const wish = await wishes.next()
      if (wish === 'quit') return exitCode
      terminal.err(`\n${wish.length === 0 ? 'again' : changedText(wish)}\n`)
    }
  } finally {
    keys.stop()
    await watcher.close()
  }
}

async function runOnce({ terminal, env, signal }: Invocation, run: () => Promise<ExitCode>): Promise<ExitCode> {
  try {
    return await run()
  } catch (error) {
    if (signal.aborted) throw error
    reportError(error, terminal, env)
    return exitCodeOf(error)
  }
}

/** The next action: to quit, or to run again because of the files that have changed. */
type Wish = 'quit' | readonly string[]

/** Holds what was wished for while the tests ran. Waiting ends by rejecting where the signal is aborted. */
function createWishes(signal: AbortSignal): { put(wish: Wish): void; next(): Promise<Wish> } {
  let held: Wish | undefined
  let wake = () => {}
  const joined = (wish: Wish): Wish => (held === 'quit' || wish === 'quit' ? 'quit' : [...(held ?? []), ...wish])
  return {
    put: wish => {
      held = joined(wish)
      wake()
    },
    next: async () => {
      if (held === undefined) await woken(signal, resume => (wake = resume))
      const wish = held ?? []
      held = undefined
      return wish
    },
  }
}

function woken(signal: AbortSignal, listen: (resume: () => void) => void): Promise<void> {
  signal.throwIfAborted()
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    listen(() => {
      signal.removeEventListener('abort', abort)
      resolve()
    })
  })
}

function changedText(files: readonly string[]): string {
  const names = [...new Set(files)].sort()
  const others = names.length > mostNamed ? ` and ${names.length - mostNamed} more` : ''
  return `changed: ${names.slice(0, mostNamed).map(visible).join(', ')}${others}`
}

/** Listens to single keys where a terminal gives them, else to lines: Enter, and q. `stop` gives the terminal back. */
export function readKeys(input: NodeJS.ReadableStream, press: (key: WatchKey) => void): { stop(): void } {
  const setRaw = rawSwitch(input)
  const listen = (chunk: Buffer | string) => {
    for (const key of chunk.toString()) {
      // A terminal that gives single keys makes no signal of this one.
      if (key === interrupt) interruptSelf(process)
      else if (key === 'q' || key === endOfInput) press('quit')
      else if (key === '\r' || key === '\n') press('again')
    }
  }
  setRaw(true)
  input.on('data', listen)
  return {
    stop: () => {
      input.off('data', listen)
      input.pause()
      setRaw(false)
    },
  }
}

function rawSwitch(input: NodeJS.ReadableStream): (isRaw: boolean) => void {
  if (!('isTTY' in input && 'setRawMode' in input) || input.isTTY !== true) return () => {}
  const { setRawMode } = input
  return typeof setRawMode === 'function' ? isRaw => void setRawMode.call(input, isRaw) : () => {}
}

/** Tells of the files below `root` that have changed, relative to it, several at once. */
async function watchSources(
  root: string,
  onChange: (files: readonly string[]) => void,
): Promise<{ close(): Promise<void> }> {
  // Loaded here: nothing else needs it.
  const { watch } = await import('chokidar')
  const watcher = watch(root, {
    ignoreInitial: true,
    followSymlinks: false,
    ignored: (path, stats) => isSkipped(relative(root, path)) || (stats?.isFile() === true && !isMadeOf.test(path)),
  })
  let changed: string[] = []
  let timer: NodeJS.Timeout | undefined
  watcher.on('all', (_event, path) => {
    if (!isMadeOf.test(path)) return
    changed.push(withForwardSlashes(relative(root, path)))
    clearTimeout(timer)
    timer = setTimeout(() => {
      const files = changed
      changed = []
      onChange(files)
    }, settleMs)
  })
  await new Promise<void>(resolve => watcher.once('ready', resolve))
  return {
    close: async () => {
      clearTimeout(timer)
      await watcher.close()
    },
  }
}

function isSkipped(path: string): boolean {
  return path.split(sep).some(part => skipped.has(part))
}
