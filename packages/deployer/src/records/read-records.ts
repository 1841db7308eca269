import { type Client, type ScenarioRecord, ServiceError } from '@scenewright/client'
import { OperationError } from '@scenewright/model'
import type { TargetEnvironment } from '../environment.ts'

/** Where records are read. */
export interface ReadOptions {
  readonly client: Client
  readonly environment: Pick<TargetEnvironment, 'bot'>
  readonly signal: AbortSignal
  /** Is called with the number of records that were read. */
  readonly onRead: (done: number) => void
}

/** How many records are read at once. */
const lanes = 4

/**
 * Reads records by empty updates, which change nothing, in the order of the ids; undefined where the service does not
 * know an id. A service that refuses an empty update is an OperationError `service`.
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
  throw new OperationError('service', `the service refuses the empty update that would read the record ${id}`, {
    help: 'the record cannot be read on this service; `adopt --unverified` does without',
    cause: error,
  })
}

/** Whether the service answered that the bot has no such record. */
function isUnknownRecord(error: unknown): boolean {
  return isRejected(error, 404) || isRejected(error, 403)
}

/** Whether the service takes no empty update. */
export function isRefusedRead(error: unknown): boolean {
  return isRejected(error, 400)
}

function isRejected(error: unknown, status: number): boolean {
  return error instanceof ServiceError && error.outcome === 'rejected' && error.status === status
}
