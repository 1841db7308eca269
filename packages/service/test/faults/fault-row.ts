import type { TestContext } from 'vitest'
import { expect } from 'vitest'
import type { Outcome } from './audit.ts'

/** The rows of the table of faults in docs/service/durability.md. */
export const faults = {
  killed: 'the only process is killed (`kill -9`)',
  killedOfFour: 'one of four processes is killed',
  restarted: 'four processes are restarted one after the other, behind a balancer',
  serverStopped: 'the database server is stopped and started',
  connectionsCut: 'all connections to the database are cut',
  diskFull: 'the disk is full',
  clockJumped: 'the clock jumps by a day, forward or back',
  receiverHung: 'the receiver of results hangs for an hour',
  modelHung: 'the language model hangs',
} as const

type Fault = keyof typeof faults

/** A row of the table. */
interface FaultRow extends Outcome {
  readonly fault: string
  readonly database: string
  /** How often it happened. */
  readonly times: number
}

declare module 'vitest' {
  interface TaskMeta {
    faultRow?: FaultRow
  }
}

/**
 * Faults that end a process, or cut it off from the database: a result may have been received, although nobody could
 * record it. All others repeat nothing that a receiver has accepted.
 */
const repeating: ReadonlySet<Fault> = new Set(['killed', 'killedOfFour', 'serverStopped', 'connectionsCut', 'diskFull'])

/** Adds a row to the table that a run of the full tier prints. Expects that results are repeated only where allowed. */
export function addRow(
  task: TestContext['task'],
  { fault, location, times }: { readonly fault: Fault; readonly location: string; readonly times: number },
  outcome: Outcome,
): void {
  if (!repeating.has(fault)) expect(outcome.again).toBe(0)
  const database = location.startsWith('postgres') ? 'PostgreSQL' : 'embedded'
  task.meta.faultRow = { fault: faults[fault], database, times, ...outcome }
}
