import { setImmediate, setTimeout } from 'node:timers/promises'
import DataLoader from 'dataloader'
import { isRowError } from '../database/database-error.ts'
import type { Pace } from './pace.ts'
import { type Timers, waitAtMost, waitFor } from './timers.ts'

/** How long new items wait for a batch that runs, in milliseconds: a statement that hangs blocks only its own items. */
const maxWaitMs = 1000

/** The options of a coalescer. */
interface CoalescerOptions {
  /** The maximum number of items in a batch. */
  readonly maxItems: number
  readonly timers: Timers
  /** How long an item waits for others when idle, in milliseconds; 0 by default. */
  readonly gatherMs?: number
  /** The minimum time between the beginnings of two batches, in milliseconds: when idle, nothing is delayed. */
  readonly spacingMs?: number
  /** Leaves time to other services after a batch of several items: a single caller never waits. */
  readonly pace?: Pace
}

/**
 * Coalesces concurrent items into batches: while a batch runs, new items wait for the next one, at most a second. When
 * idle, an item waits at most `gatherMs`; under load, one statement serves dozens of requests. Nothing is cached. `run`
 * returns the result or the error of each item. If it rejects, nothing was done: if the database rejects a row, each
 * item is tried alone, so that the others succeed.
 */
export function createCoalescer<Item, Result>(
  run: (items: readonly Item[]) => Promise<readonly (Result | Error)[]>,
  { maxItems, timers, gatherMs = 0, spacingMs = 0, pace }: CoalescerOptions,
): (item: Item) => Promise<Result> {
  let turn: Promise<unknown> = Promise.resolve()
  let running = turn
  let nextAt = Number.NEGATIVE_INFINITY
  const loader = new DataLoader<Item, Result>(
    items => {
      const begunAt = timers.now()
      nextAt = begunAt + spacingMs
      const batch = runBatch(run, items).finally(() => {
        const endedAt = timers.now()
        const rest = items.length === 1 ? 0 : (pace?.restMs(endedAt - begunAt) ?? 0)
        nextAt = Math.max(nextAt, endedAt + rest)
      })
      running = batch
      return batch
    },
    {
      cache: false,
      maxBatchSize: maxItems,
      batchScheduleFn(dispatch) {
        turn = turn.then(async () => {
          // At least one turn of the event loop, so that items of the same turn are in the same batch.
          await (gatherMs === 0 ? setImmediate() : setTimeout(gatherMs))
          const early = nextAt - timers.now()
          if (early > 0) await waitFor(timers, early)
          dispatch()
          await waitAtMost(timers, maxWaitMs, running)
        })
      },
    },
  )
  return item => loader.load(item)
}

/** The result or the error of each item. Never rejects. */
async function runBatch<Item, Result>(
  run: (items: readonly Item[]) => Promise<readonly (Result | Error)[]>,
  items: readonly Item[],
): Promise<(Result | Error)[]> {
  try {
    return [...(await run(items))]
  } catch (error) {
    if (items.length > 1 && isRowError(error)) {
      const results: (Result | Error)[] = []
      for (const item of items) results.push(...(await runBatch(run, [item])))
      return results
    }
    const reason = error instanceof Error ? error : new Error(String(error))
    return items.map(() => reason)
  }
}
