import { InternalError } from '@scenewright/model'
import { toBotRecord } from '../bots/bot-record.ts'
import type { Transfer } from '../database/tables.ts'
import type { Lookups } from '../lookups.ts'
import type { Infer } from '../schemas/infer.ts'
import type { transferRecord } from '../schemas/transfer.ts'

/** A transfer as answers show it, with its bots, also those that were deleted since. */
export async function readTransferRecord(transfer: Transfer, lookups: Lookups): Promise<Infer<typeof transferRecord>> {
  const [source, target] = await Promise.all([
    lookups.recordedBot(transfer.source_bot_id),
    lookups.recordedBot(transfer.target_bot_id),
  ])
  if (source === undefined || target === undefined) {
    throw new InternalError(`A bot of the transfer ${transfer.id} is not there.`)
  }
  return {
    unique_id: transfer.id,
    status: transfer.status,
    progress: transfer.progress,
    created_at: transfer.created_at.toISOString(),
    updated_at: transfer.updated_at.toISOString(),
    source_bot: toBotRecord(source),
    target_bot: toBotRecord(target),
    error: transfer.error,
  }
}
