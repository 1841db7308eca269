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
}

/** The number of records to read at once. */
const lanes = 4

/**
 * Reads records with empty updates, which change nothing, in the order of the ids; undefined for unknown ids. A service
 * that rejects an empty update is an OperationError `service`.
 */
export async function readRecords(
  ids: readonly string[],
  { client, environment: { bot }, signal, onRead }: ReadOptions,
): Promise<readonly (ScenarioRecord | undefined)[]> {
  const records: (ScenarioRecord | undefined)[] = []
  let done = 0
  const queue = ids.entries()
  const lane = async () => {
    for (const [index, id] of queue) {
      signal.throwIfAborted()
      records[index] = await client.updateScenario(bot, id, {}, { signal }).catch(error => ifUnknown(error, id))
      done += 1
      onRead(done)
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return records
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
  return isRejected(error, 404) || isRejected(error, 403)
}

/** Whether the service rejects empty updates. */
export function isRefusedRead(error: unknown): boolean {
  return isRejected(error, 400)
}

export function isRejected(error: unknown, status: number): boolean {
  return error instanceof ServiceError && error.outcome === 'rejected' && error.status === status
}
