import type { Kysely } from 'kysely'
import type { Tables } from '../database/tables.ts'
import type { Timers } from '../timers.ts'
import { startWorkLoop, type WorkLoop } from '../work-loop.ts'
import { removeOld } from './remove-old.ts'

/** How often old records are looked for, in milliseconds. */
const everyMs = 10 * 60 * 1000
/** How long others have their turn between two slices, in milliseconds. */
const pauseMs = 100

/** Removes what is older than `retentionMs`, a slice at a time, for as long as the service runs. */
export function startRetention(options: {
  readonly kysely: Kysely<Tables>
  readonly clock: () => Date
  readonly retentionMs: number
  readonly timers: Timers
  readonly onError: (error: unknown) => void
}): WorkLoop {
  const { kysely, clock, retentionMs, timers, onError } = options
  const run = async () => ((await removeOld(kysely, retentionMs, clock())) ? pauseMs : everyMs)
  return startWorkLoop(run, onError, { timers })
}
