import type { ExitCode } from './command.ts'

const exitCodes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const

const names = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * A signal that is aborted by the first Ctrl-C or termination signal, with the exit code as its reason: commands begin
 * no new work and leave nothing incomplete. A second one ends the process at once.
 */
export function watchSignals(process: NodeJS.Process): AbortSignal {
  const controller = new AbortController()
  for (const name of names) {
    process.on(name, () => {
      if (controller.signal.aborted) process.exit(exitCodes[name])
      controller.abort(exitCodes[name])
    })
  }
  return controller.signal
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

/** The exit code for the received signal, if any. */
export function signalled(signal: AbortSignal): ExitCode | undefined {
  return signal.aborted && typeof signal.reason === 'number' ? signal.reason : undefined
}
