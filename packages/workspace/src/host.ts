import type { Finding } from '@scenewright/model'

/** The program that works on a project, such as the command line: its environment, and its output for people. */
export interface Host {
  /** The base folder of paths in options; the project is the one that contains it. */
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** Aborted when the work must end: no new work starts, and nothing is left incomplete. */
  readonly signal: AbortSignal
  /** Identifies the build of the program. A build reads only its own caches. */
  readonly build: string
  /** The module that a worker thread runs. It calls `deriveInWorker` with one of `createDerivations`. */
  readonly workerEntry: URL
  /** The number of files from which threads are used, instead of the measured one. */
  readonly threadsFrom?: number
  /** Executes the module at a URL, an ES module or CommonJS, and resolves with its exports. */
  importModule(url: string): Promise<{ readonly [name: string]: unknown }>
  /**
   * Runs long work that cannot be paused and leaves nothing incomplete: meanwhile a signal ends the process at once.
   */
  endedBySignals<Value>(work: () => Value): Value
  /** Shows a line to the user. */
  notify(line: string): void
  /** Shows the state of long work, replacing the previous one; an empty text removes it. */
  showProgress(text: string): void
  /** Shows findings in files below `root` to the user. */
  showFindings(findings: readonly Finding[], root: string): Promise<void>
}
