import { ServiceError } from '@scenewright/client'
import type { OperationError } from '@scenewright/model'
import type { Run } from './run.ts'
import { StepEnd, type Task } from './task.ts'

/** A request that certainly had no effect, and the reason. */
export class NotCarriedOut {
  readonly what: 'not-sent' | 'rejected' | 'withdrawn'
  readonly error: OperationError

  constructor(what: NotCarriedOut['what'], error: OperationError) {
    this.what = what
    this.error = error
  }
}

/**
 * Ends the run if the service rejects the account, or with `failFast` if the request is not sent again. To be called
 * while the request still has its place among the concurrent ones: otherwise, the next in the queue are sent first.
 */
export function stopIfFailed(run: Run, key: string, failure: NotCarriedOut | ServiceError, attempt: number): void {
  const status = statusOf(failure instanceof NotCarriedOut ? failure.error : failure)
  if (isAccountRejection(status)) run.stop(`the service rejected the account (${status})`)
  const isRetried = failure instanceof NotCarriedOut && waitFor(run, failure, attempt) !== undefined
  if (!isRetried) stopIfFailFast(run, key)
}

/** Ends the run with its first failure, if it should. */
export function stopIfFailFast({ options, stop }: Run, key: string): void {
  if (options.failFast) stop(`"${key}" failed, and --fail-fast ends the run`)
}

function statusOf(error: OperationError): number | undefined {
  return error instanceof ServiceError ? error.status : undefined
}

function isAccountRejection(status: number | undefined): boolean {
  return status === 401 || status === 403
}

/** Resolves when the request should be sent again; throws a StepEnd if it should not. `attempt` counts from 0. */
export async function awaitRetry(run: Run, task: Task, failure: NotCarriedOut, attempt: number): Promise<void> {
  const { what, error } = failure
  const { options } = run
  const wait = waitFor(run, failure, attempt)
  if (what === 'withdrawn' && run.stopped() !== undefined) throw new StepEnd('skipped', error.message)
  if (wait === undefined) throw new StepEnd('failed', error.message, error.help)
  const { key } = task.plan
  run.emit({ event: 'retrying', key, step: task.step.kind, wait_ms: wait, message: error.message })
  await run.writer.aside(() => options.pause(wait, options.signal))
}

/** Undefined if it should not be sent again. */
function waitFor({ options }: Run, { what, error }: NotCarriedOut, attempt: number): number | undefined {
  const { retryDelaysMs = [500, 2000, 5000], longestWaitMs = 60_000 } = options
  const delay = retryDelaysMs[attempt]
  const status = statusOf(error)
  if (delay === undefined || isAccountRejection(status)) return undefined
  if (what === 'withdrawn') return 0
  if (what === 'rejected' && status !== 429) return undefined
  const { retryAfterMs = delay } = error instanceof ServiceError ? error : {}
  return retryAfterMs <= longestWaitMs ? retryAfterMs : undefined
}
