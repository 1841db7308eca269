import type { ExitCode } from './command.ts'

const exitCodes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const

/**
 * A signal that is aborted by the first Ctrl-C or termination signal, with the exit code as its reason: commands stop
 * new work and leave nothing broken. A second one ends the process at once.
 */
export function watchSignals(process: NodeJS.Process): AbortSignal {
  const controller = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => {
      if (controller.signal.aborted) process.exit(exitCodes[name])
      controller.abort(exitCodes[name])
    })
  }
  return controller.signal
}

/** The exit code of the signal that came, if one came. */
export function signalled(signal: AbortSignal): ExitCode | undefined {
  return signal.aborted && typeof signal.reason === 'number' ? signal.reason : undefined
}
