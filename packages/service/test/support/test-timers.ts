import { machineTimers, type Timers } from '../../src/runtime/timers.ts'

interface Pending {
  readonly dueAt: number
  readonly ms: number
  readonly then: () => void
}

/** A clock that stands still until a test moves it on. */
export interface TestTimers extends Timers {
  /** How long each pending wait is, in milliseconds, in the order of their ends. */
  pending(): readonly number[]
  /** Moves the clock on. Timers fire in their order, and what they wake runs before the next one fires. */
  advance(ms: number): Promise<void>
}

export function createTestTimers(): TestTimers {
  let now = 0
  const pending = new Set<Pending>()
  const inOrder = () => [...pending].sort((a, b) => a.dueAt - b.dueAt)
  return {
    now: () => now,
    after(ms, then) {
      const entry = { dueAt: now + ms, ms, then }
      pending.add(entry)
      return () => void pending.delete(entry)
    },
    pending: () => inOrder().map(({ ms }) => ms),
    async advance(ms) {
      const end = now + ms
      await settled()
      for (let next = inOrder()[0]; next !== undefined && next.dueAt <= end; next = inOrder()[0]) {
        now = next.dueAt
        pending.delete(next)
        next.then()
        await settled()
      }
      now = end
    },
  }
}

/** Lets promises that are resolved do what they lead to. */
export function settled(): Promise<void> {
  return new Promise(resolve => setImmediate(resolve))
}

/** The time of a service under test: short waits are real, and long ones end when the test says so. */
export interface HeldTime {
  readonly clock: () => Date
  readonly timers: Timers
  /** Moves the date on, and no timer with it. */
  moveOn(ms: number): void
  /** How long each pending wait is, in milliseconds. */
  pending(): readonly number[]
  /** Ends the pending waits of exactly `ms`; how many there were. */
  end(ms: number): number
  /** The same, once there is one. */
  release(ms: number): Promise<void>
  /**
   * The same for those that begin until the work has ended. With `patienceMs`, each first lasts that long, and longer the
   * longer the work takes: where nothing is stuck, it ends by itself.
   */
  endDuring<Result>(ms: number, work: Promise<Result>, patienceMs?: number): Promise<Result>
}

/** Holds waits of `fromMs` or longer: by default those that no test wants to see end by themselves. */
export function createHeldTime(fromMs = 60_000): HeldTime {
  let movedMs = 0
  const held = new Set<{ readonly ms: number; readonly begunAt: number; readonly then: () => void }>()
  const end = (ms: number, ageMs = 0) => {
    const before = machineTimers.now() - ageMs
    const ended = [...held].filter(entry => entry.ms === ms && entry.begunAt <= before)
    for (const entry of ended) {
      held.delete(entry)
      entry.then()
    }
    return ended.length
  }
  return {
    clock: () => new Date(Date.now() + movedMs),
    moveOn(ms) {
      movedMs += ms
    },
    timers: {
      now: machineTimers.now,
      after(ms, then) {
        if (ms < fromMs) return machineTimers.after(ms, then)
        const entry = { ms, begunAt: machineTimers.now(), then }
        held.add(entry)
        return () => void held.delete(entry)
      },
    },
    pending: () => [...held].map(({ ms }) => ms),
    end: ms => end(ms),
    async release(ms) {
      while (end(ms) === 0) await settled()
    },
    async endDuring(ms, work, patienceMs) {
      const begunAt = machineTimers.now()
      const ageMs = () => (patienceMs === undefined ? 0 : patienceMs + (machineTimers.now() - begunAt) / 10)
      let isUnderWay = true
      const ended = work.finally(() => {
        isUnderWay = false
      })
      while (isUnderWay) {
        end(ms, ageMs())
        await new Promise(resolve => setTimeout(resolve, 5))
      }
      return ended
    },
  }
}

/** Timers that never fire: whatever ends in a test with them ends by itself. */
export const noTimers: Timers = { now: machineTimers.now, after: () => () => {} }
