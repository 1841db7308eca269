import type { ExitCode, Invocation } from '../command.ts'
import { exitCodeOf, reportError } from '../exit.ts'
import { type CompileOptions, openConfig } from '../project.ts'
import { painter, visible } from '../terminal/paint.ts'
import { readKeys } from './read-keys.ts'
import { watchSources } from './watch-sources.ts'

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

/** What is wanted next: to end, or to run again because of the files that have changed. */
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
