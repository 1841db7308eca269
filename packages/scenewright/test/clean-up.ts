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

let watchesEnd = false
