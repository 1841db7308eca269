import { type OperationCode, OperationError } from '@scenewright/model'
import { knownFault } from '@scenewright/model/file-access'
import { visible } from '@scenewright/model/text'
import type { ExitCode } from './command.ts'
import { painter, type Terminal } from './terminal.ts'

/** Deploy protocol, "Exit codes": the same in every command. */
const exitCodes: { readonly [code in OperationCode]: ExitCode } = {
  usage: 2,
  config: 2,
  sources: 2,
  service: 3,
  network: 3,
  person: 4,
  state: 5,
  damaged: 6,
  full: 7,
  stuck: 8,
}

/** An internal error; sysexits' EX_SOFTWARE. Never 1, which is a result. */
const crashed: ExitCode = 70

/** The exit code for an error that ended a command. */
export function exitCodeOf(error: unknown): ExitCode {
  const refusal = asRefusal(error)
  return refusal ? exitCodes[refusal.code] : crashed
}

/** The OperationError that an error is, or that says why a file could not be used; undefined for a bug. */
export function asRefusal(error: unknown): OperationError | undefined {
  if (!(error instanceof Error)) return undefined
  // Recognized by its name, because the service is bundled separately with its own copy of the class.
  if (error.name === 'OperationError') return error as OperationError
  const fault = 'path' in error && knownFault(error)
  return fault ? new OperationError('usage', `cannot use "${error.path}": ${fault}`, { cause: error }) : undefined
}

/** Reports an error with advice. The stack is shown only on request. */
export function reportError(
  error: unknown,
  terminal: Terminal,
  env: { readonly [name: string]: string | undefined },
): void {
  const paint = painter(terminal.color.err)
  const refusal = asRefusal(error)
  if (refusal !== undefined) {
    const { message, help, cause } = refusal
    terminal.err(`${paint('red', 'error')}: ${visible(message)}\n`)
    if (help !== undefined) terminal.err(`${paint('cyan', 'help')}: ${visible(help)}\n`)
    if (env.SCENEWRIGHT_DEBUG && cause instanceof Error) terminal.err(`${visible(cause.stack ?? '')}\n`)
    return
  }
  const message = error instanceof Error ? error.message : String(error)
  terminal.err(`${paint('red', 'internal error')}: ${visible(message)}\n`)
  terminal.err(
    'This is a bug in Scenewright, not in your sources. Please report it; SCENEWRIGHT_DEBUG=1 prints the stack.\n',
  )
  if (env.SCENEWRIGHT_DEBUG && error instanceof Error) terminal.err(`${visible(error.stack ?? '')}\n`)
}
