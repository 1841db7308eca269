import { redact } from './redact.ts'

/** An error as the log has it. */
interface LoggedError {
  readonly type: string
  readonly code?: string
  readonly message: string
  /** Where it came from, without the message that usually stands above. */
  readonly stack: string
  readonly cause?: LoggedError
}

/** So deep are causes followed. */
const deepest = 4

/**
 * What a log may hold of an error. Errors carry what they failed on: statements, rows, bodies, addresses. So their own
 * fields are left out, but for the code, and their messages are redacted.
 */
export function loggedError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: '', stack: '' }
  const code = codeOf(error)
  return {
    type: error.name.replaceAll(/\W/g, '').slice(0, 64),
    ...(code !== undefined && { code }),
    message: quotesInput(error, code) ? '' : redact(error.message),
    stack: framesOf(error),
    ...(error.cause !== undefined && depth < deepest && { cause: loggedError(error.cause, depth + 1) }),
  }
}

function codeOf(error: Error): string | undefined {
  if (!('code' in error)) return undefined
  const code = String(error.code)
  return /^[A-Z0-9_]{1,64}$/.test(code) ? code : undefined
}

/** PostgreSQL's classes of wrong data and of broken constraints, and the parser of JSON. */
function quotesInput(error: Error, code: string | undefined): boolean {
  return error instanceof SyntaxError || /^2[23][0-9A-Z]{3}$/.test(code ?? '')
}

function framesOf({ stack = '' }: Error): string {
  const frames = stack.split('\n').filter(line => /^\s+at /.test(line))
  return frames.slice(0, 20).join('\n')
}
