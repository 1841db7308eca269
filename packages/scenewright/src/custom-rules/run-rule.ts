import { OperationError } from '@scenewright/model'
import { messageOf } from './message-of.ts'
import { ReportFault } from './read-report.ts'

/** Which rule runs, the module that it is from, and what it looks at, as people call it. */
export interface RunSubject {
  readonly id: string
  readonly module: string
  readonly on: string
}

/**
 * Runs the check of a custom rule, and hands on what it reports. That it throws, reports what cannot be a report, or
 * does not answer at once is an OperationError `config` that names the rule and what it looked at.
 */
export function runRule(
  subject: RunSubject,
  check: (report: (found: unknown) => void) => unknown,
  take: (found: unknown) => void,
): void {
  let fault: ReportFault | undefined
  const report = (found: unknown) => {
    try {
      take(found)
    } catch (error) {
      // The rule may catch it, and must not get away with that.
      if (error instanceof ReportFault) fault ??= error
      throw error
    }
  }
  const answer = tried(subject, () => check(report))
  if (fault !== undefined) throw failure(subject, fault.message, fault)
  if (answer instanceof Promise) {
    answer.catch(() => {})
    throw failure(subject, 'its "check" gives a promise, and must answer at once')
  }
}

function tried(subject: RunSubject, check: () => unknown): unknown {
  try {
    return check()
  } catch (error) {
    throw failure(subject, messageOf(error), error)
  }
}

function failure({ id, module, on }: RunSubject, message: string, cause?: unknown): OperationError {
  return new OperationError('config', `the rule "${id}" of "${module}" failed on ${on}: ${message}`, {
    help: 'this is a fault of the rule; SCENEWRIGHT_DEBUG=1 prints where in its code',
    ...(cause !== undefined && { cause }),
  })
}
