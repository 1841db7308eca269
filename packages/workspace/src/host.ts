import type { Finding } from '@scenewright/model'

/** The program that works on a project, as the command line does: its surroundings, and how it informs a person. */
export interface Host {
  /** The folder that paths in options are relative to; the project is the one around it. */
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** Aborted when the work has to end: no new work starts, and nothing is left broken. */
  readonly signal: AbortSignal
  /** Identifies the build of the program. A build reads only its own caches. */
  readonly build: string
  /** The module that a worker thread runs. It calls `deriveInWorker` with one of `derivationsOf`. */
  readonly workerEntry: URL
  /** The number of files from which threads are used, instead of the measured one. */
  readonly threadsFrom?: number
  /** Executes the module at a URL, an ES module or CommonJS, and resolves with its exports. */
  importModule(url: string): Promise<{ readonly [name: string]: unknown }>
  /** Does long work that cannot be paused and leaves nothing broken: meanwhile a signal ends the process at once. */
  endedBySignals<Value>(work: () => Value): Value
  /** Shows a line to a person. */
  notify(line: string): void
  /** Shows the state of long work in place of the state before; nothing for an empty text. */
  showProgress(text: string): void
  /** Shows findings in files below `root` to a person. */
  showFindings(findings: readonly Finding[], root: string): Promise<void>
}
