import { visible } from '@scenewright/model/text'
import { type CompileOptions, openConfig } from '@scenewright/workspace'
import type { ExitCode, Invocation } from '../../../shell/command.ts'
import { exitCodeOf, reportError } from '../../../shell/exit.ts'
import { interruptSelf, painter } from '../../../shell/terminal.ts'
import { watchFiles } from '../../../shell/watch-files.ts'

/** How long to wait for further changes: editors write a file in several steps, and git writes many. */
const settleMs = 100

/** The files that a project can consist of: its sources, their imports, and its config. */
const watchedFile = /\.(?:ya?ml|ts)$/

/** The action of a key press while tests are watched. */
type WatchKey = 'again' | 'quit'

const interrupt = '\u0003'

const endOfInput = '\u0004'

/** The maximum number of listed files. */
const maxNamed = 3

/**
 * Calls `run` now, again after every change of a source or the config, and when Enter is pressed. An OperationError is
 * printed, and watching continues. Resolves with the exit code of the last run, once `q` is pressed.
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
  const onChange = (changed: readonly string[]) => wishes.put(changed)
  const watcher = await watchFiles(root, { files: watchedFile, settleMs, settlesAfter: 'last', onChange })
  try {
    for (;;) {
      const exitCode = await runOnce(invocation, run)
      terminal.err(
        painter(terminal.color.err)('dim', 'waiting for changes; press Enter to run the tests again, q to quit\n'),
      )
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

/** The next action: to quit, or to run again because of changed files. */
type Wish = 'quit' | readonly string[]

/** Stores actions that were requested while the tests ran. Waiting rejects if the signal is aborted. */
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
  const others = names.length > maxNamed ? ` and ${names.length - maxNamed} more` : ''
  return `changed: ${names.slice(0, maxNamed).map(visible).join(', ')}${others}`
}

/** Listens to single keys on a terminal, else to lines: Enter, and q. `stop` restores the terminal. */
export function readKeys(input: NodeJS.ReadableStream, press: (key: WatchKey) => void): { stop(): void } {
  const setRaw = rawSwitch(input)
  const listen = (chunk: Buffer | string) => {
    for (const key of chunk.toString()) {
      // In raw mode, the terminal sends no signal for this key.
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
