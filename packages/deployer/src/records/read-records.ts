import { type Client, type ScenarioRecord, ServiceError } from '@scenewright/client'
import { OperationError } from '@scenewright/model'
import type { TargetEnvironment } from '../environment.ts'

/** The service to read records from. */
export interface ReadOptions {
  readonly client: Client
  readonly environment: Pick<TargetEnvironment, 'bot'>
  readonly signal: AbortSignal
  /** Called with the number of records that were read. */
  readonly onRead: (done: number) => void
  /** Waits before more is read, because the service gets too many requests; ends early if `signal` is aborted. */
  readonly wait: (ms: number, error: ServiceError, signal: AbortSignal) => Promise<void>
}

/** The number of records to read at once. */
const lanes = 4

/** How many delays there are at most without a record that could be read between them. */
const maxDelays = 5
/** The delay if the service asks for none, and the longest one that it may ask for, in milliseconds. */
const [usualWaitMs, longestWaitMs] = [1_000, 60_000]

/**
 * Reads records with empty updates, which change nothing, in the order of the ids; undefined for unknown ids. A service
 * that rejects an empty update is an OperationError `service`. Waits if the service gets too many requests.
 */
export async function readRecords(
  ids: readonly string[],
  { client, environment: { bot }, signal: stopped, onRead, wait }: ReadOptions,
): Promise<readonly (ScenarioRecord | undefined)[]> {
  const records: (ScenarioRecord | undefined)[] = []
  let done = 0
  const failed = new AbortController()
  const signal = AbortSignal.any([stopped, failed.signal])
  let delays = 0
  let waiting: Promise<void> | undefined
  const read = async (id: string): Promise<ScenarioRecord | undefined> => {
    await waiting
    signal.throwIfAborted()
    try {
      const record = await client.updateScenario(bot, id, {}, { signal })
      delays = 0
      return record
    } catch (error) {
      const delay = delayAfter(error)
      if (delay === undefined || (waiting === undefined && delays === maxDelays)) return ifUnknown(error, id)
      // One delay for all: the limit is that of the account.
      if (waiting === undefined) {
        delays += 1
        waiting = wait(...delay, signal).finally(() => {
          waiting = undefined
        })
      }
      return read(id)
    }
  }
  const queue = ids.entries()
  const lane = async () => {
    for (const [index, id] of queue) {
      records[index] = await read(id)
      done += 1
      onRead(done)
    }
  }
  try {
    await Promise.all(Array.from({ length: lanes }, lane))
  } finally {
    failed.abort()
  }
  return records
}

/** How long to wait before a record is read again, and why; undefined if it should not be. */
function delayAfter(error: unknown): [ms: number, error: ServiceError] | undefined {
  if (!isRejected(error, 429)) return undefined
  const { retryAfterMs = usualWaitMs } = error
  return retryAfterMs > longestWaitMs ? undefined : [retryAfterMs, error]
}

function ifUnknown(error: unknown, id: string): undefined {
  if (isUnknownRecord(error)) return undefined
  if (!isRefusedRead(error)) throw error
  throw new OperationError('service', `the service rejects the empty update for reading the record ${id}`, {
    help: 'this service does not support reading records; use `adopt --unverified`',
    cause: error,
  })
}

/** Whether the service answered that the bot has no such record. */
export function isUnknownRecord(error: unknown): boolean {
  return isRejected(error, 404)
}

/** Whether the service rejects empty updates. */
export function isRefusedRead(error: unknown): boolean {
  return isRejected(error, 400)
}

export function isRejected(error: unknown, status: number): error is ServiceError {
  return error instanceof ServiceError && error.outcome === 'rejected' && error.status === status
}
