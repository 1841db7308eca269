import { isRowError } from '../database/database-error.ts'

/**
 * Coalesces concurrent items into batches: while a batch runs, new items wait for the next one. When idle, an item
 * waits at most `gatherMs`; under load, one statement serves dozens of requests. `run` is all or nothing: if the
 * database rejects a row, each item is tried alone, so that the others succeed.
 */
export function createCoalescer<Item, Result>(
  run: (items: readonly Item[]) => Promise<readonly Result[]>,
  most: number,
  gatherMs = 0,
): (item: Item) => Promise<Result> {
  interface Waiting {
    readonly item: Item
    readonly resolve: (result: Result) => void
    readonly reject: (error: unknown) => void
  }
  let waiting: Waiting[] = []
  let isRunning = false

  const drain = async () => {
    isRunning = true
    while (waiting.length > 0) {
      // One turn of the event loop at the least, so that items that came together go together.
      await new Promise(resolve => (gatherMs === 0 ? setImmediate(resolve) : setTimeout(resolve, gatherMs)))
      const batch = waiting.slice(0, most)
      waiting = waiting.slice(most)
      await runBatch(batch)
    }
    isRunning = false
  }
  const runBatch = async (batch: readonly Waiting[]) => {
    try {
      const results = await run(batch.map(({ item }) => item))
      // `run` answers each item at its own place.
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result)
    } catch (error) {
      if (batch.length > 1 && isRowError(error)) return runEach(batch)
      for (const { reject } of batch) reject(error)
    }
  }
  const runEach = async (batch: readonly Waiting[]) => {
    for (const one of batch) await runBatch([one])
  }
  return item =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (!isRunning) void drain()
    })
}
