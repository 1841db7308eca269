import type { Transfer } from '../database/tables.ts'
import { startJobQueue } from '../jobs/job-queue.ts'
import type { Timers } from '../timers.ts'
import type { WorkLoop } from '../work-loop.ts'
import { runTransfer, type TransferMeans } from './run-transfer.ts'
import { claimTransfer, endTransfer, releaseTransfers } from './transfer-store.ts'

/** Carries out the transfers that wait, one after the other. One that was interrupted goes on where it stood. */
export function startTransferQueue(
  options: TransferMeans & {
    readonly owner: number
    readonly onError: (error: unknown) => void
    readonly timers: Timers
  },
): WorkLoop {
  const { kysely, clock, owner } = options
  return startJobQueue<Transfer>(
    {
      claim: () => claimTransfer(kysely, owner, clock()),
      release: isCounted => releaseTransfers(kysely, owner, isCounted),
      run: (transfer, signal) => runTransfer(transfer, options, signal),
      fail: transfer => endTransfer(kysely, transfer, clock(), 'The service failed to carry it out, several times.'),
    },
    options,
  )
}
