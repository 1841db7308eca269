import type { ExitCode } from './command.ts'

const exitCodes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const

const names = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Aborts at the first Ctrl-C or termination signal, with the exit code as the reason: commands begin no new work and
 * leave nothing incomplete. A second one ends the process at once.
 */
export function watchSignals(process: NodeJS.Process, interruption: AbortController): void {
  for (const name of names) {
    process.on(name, () => {
      if (interruption.signal.aborted) process.exit(exitCodes[name])
      interruption.abort(exitCodes[name])
    })
  }
}

/**
 * Runs long work without pauses that can be interrupted anywhere: signals could not be processed until it is done, so
 * meanwhile one ends the process at once.
 */
export function endedBySignals<Value>(process: NodeJS.Process, work: () => Value): Value {
  const listeners = names.map(name => [name, process.listeners(name)] as const)
  for (const name of names) process.removeAllListeners(name)
  try {
    return work()
  } finally {
    for (const [name, own] of listeners) for (const listener of own) process.on(name, listener)
  }
}

/** The exit code for what has aborted the signal: Ctrl-C, a termination signal, or an error of standard output. */
export function signalled(signal: AbortSignal): ExitCode | undefined {
  return signal.aborted && typeof signal.reason === 'number' ? signal.reason : undefined
}
