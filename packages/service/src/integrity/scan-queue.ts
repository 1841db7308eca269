import type { Scan } from '../database/tables.ts'
import { startJobQueue } from '../jobs/job-queue.ts'
import type { Timers } from '../timers.ts'
import type { WorkLoop } from '../work-loop.ts'
import { runScan, type ScanMeans } from './run-scan.ts'
import { claimScan, endScan, releaseScans } from './scan-store.ts'

/** Carries out the scans that wait, one after the other. One that was interrupted starts over. */
export function startScanQueue(
  options: ScanMeans & { readonly owner: number; readonly onError: (error: unknown) => void; readonly timers: Timers },
): WorkLoop {
  const { kysely, clock, owner } = options
  return startJobQueue<Scan>(
    {
      claim: () => claimScan(kysely, owner),
      release: isCounted => releaseScans(kysely, owner, isCounted),
      run: (scan, signal) => runScan(scan, options, signal),
      fail: scan => endScan(kysely, scan, 'FAILED', clock()),
    },
    options,
  )
}
