import type { Kysely } from 'kysely'
import type { Tables } from './database/tables.ts'
import type { InSlices } from './in-slices.ts'
import type { Lookups } from './lookups.ts'
import { startScanQueue } from './resources/scans/queue.ts'
import { startTransferQueue } from './resources/transfers/queue.ts'
import { startRetention } from './retention/start-retention.ts'
import type { Timers } from './timers.ts'

/** The work that is done beside the answering, and that nobody waits for. */
export interface BackgroundWork {
  /** Says that there is something to do. */
  wake(kind: 'scans' | 'transfers'): void
  /** Resolves when what is under way has been put aside. */
  stop(): Promise<void>
}

/** Starts scans, transfers, and the removal of what is old. */
export function startBackgroundWork(options: {
  readonly kysely: Kysely<Tables>
  readonly lookups: Lookups
  readonly owner: number
  readonly clock: () => Date
  readonly inSlices: InSlices
  readonly retentionMs: number
  readonly timers: Timers
  readonly onError: (error: unknown) => void
}): BackgroundWork {
  const queues = { scans: startScanQueue(options), transfers: startTransferQueue(options) }
  const retention = startRetention(options)
  return {
    wake: kind => queues[kind].wake(),
    async stop() {
      await Promise.all([queues.scans.stop(), queues.transfers.stop(), retention.stop()])
    },
  }
}
