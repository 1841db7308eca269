import type { StoreClock } from '../src/store/deadline.ts'

/** A clock that stands still until the test moves it. A pause moves it by its own length and ends at once. */
export interface TestClock extends StoreClock {
  /** Runs all actions that become due. */
  advance(ms: number): void
}

export function testClock(): TestClock {
  let time = 0
  const planned = new Set<{ readonly at: number; readonly action: () => void }>()
  const advance = (ms: number) => {
    time += ms
    for (const one of [...planned]) {
      if (one.at <= time && planned.delete(one)) one.action()
    }
  }
  return {
    now: () => time,
    pause: async ms => advance(ms),
    after(ms, action) {
      const one = { at: time + ms, action }
      planned.add(one)
      return () => void planned.delete(one)
    },
    advance,
  }
}
