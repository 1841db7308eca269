// `count-up PATH TIMES`: adds one to the number in a state, TIMES times, as one of several writers.

import { systemClock } from '../../src/store/deadline.ts'
import { openFileState } from '../../src/store/file-store.ts'

async function countUp(path: string, times: number): Promise<void> {
  // Waits for the lock as long as it takes.
  const store = openFileState(path, { ...systemClock, now: () => 0 })
  for (let done = 0; done < times; ) {
    const stored = await store.read()
    const swap = await store.compareAndSwap(stored?.token ?? null, String(Number(stored?.text ?? 0) + 1))
    if (swap.isSwapped) done += 1
  }
}

const [path = '', times = '0'] = process.argv.slice(2)
void countUp(path, Number(times))
