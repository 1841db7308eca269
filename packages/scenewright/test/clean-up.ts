import { spawn } from 'node:child_process'

/** What is to be undone after the tests of the file that runs. */
const tasks: (() => unknown)[] = []

/**
 * Has something undone after the file's tests. What several files share calls this instead of `afterAll`: the files
 * share a process, where a module is loaded for the first of them alone.
 */
export function afterFile(task: () => unknown): void {
  tasks.push(task)
}

/** Undoes it; `set-up.ts` has Vitest call this after each file. */
export async function cleanUp(): Promise<void> {
  for (const task of tasks.splice(0).reverse()) await task()
}

/**
 * Has something undone, at once, when this process ends: Vitest ends it by a signal, or is itself gone. What came last is
 * undone first, since Vitest has half a second of patience: register the end of a process last.
 */
export function afterProcess(task: () => void): void {
  process.prependOnceListener('exit', task)
  if (watchesEnd) return
  watchesEnd = true
  for (const event of ['SIGTERM', 'disconnect']) process.once(event, () => process.exit())
}

/**
 * Has folders removed after this process, by a program of its own: Vitest gives this one no time for a thousand files, and
 * what writes into them may end a moment later.
 */
export function removeAfterProcess(...folders: readonly string[]): void {
  const remove = 'rm -rf "$@" || { sleep 1; rm -rf "$@"; }'
  afterProcess(() => {
    spawn('sh', ['-c', remove, 'sh', ...folders], { detached: true, stdio: 'ignore' }).unref()
  })
}

let watchesEnd = false
