import { createCounter } from './counter.ts'

/** Where a task runs, and on whose account. */
interface Lane {
  readonly account: string
  readonly target: string
}

/** The maximum numbers of concurrent tasks; unlimited by default. */
interface FairQueueLimits {
  /** Of one account at one target. */
  readonly lane?: number
  /** The same while all tasks succeed: each one adds one to the limit, and a failure resets it. Default: `lane`. */
  readonly succeedingLane?: number
  /** Of all accounts at one target. */
  readonly target?: number
  /** Of one account at all targets. */
  readonly account?: number
  readonly total?: number
}

/** Tasks that wait for capacity. */
export interface FairQueue<Item> {
  add(lane: Lane, item: Item): void
  /** The number of waiting and running tasks, of an account or of all. */
  unfinished(account?: string): number
  /** Removes and returns all waiting tasks. */
  clear(): Item[]
  /** Resolves when no task is running. */
  idle(): Promise<void>
}

interface LaneState<Item> extends Lane {
  readonly waiting: Item[]
  underWay: number
  /** The maximum of `underWay`. */
  limit: number
}

/**
 * Runs tasks within the limits; `run` resolves with whether the task succeeded, and never rejects. Free capacity goes to
 * the account with the fewest running tasks, and among equals to the one that was served least recently, so that no
 * account waits for the backlog of another. The tasks of an account at a target run in the order of their arrival.
 */
export function createFairQueue<Item>(
  {
    lane: maxPerLane = Infinity,
    succeedingLane: maxPerSucceedingLane = maxPerLane,
    target: maxPerTarget = Infinity,
    account: maxPerAccount = Infinity,
    total = Infinity,
  }: FairQueueLimits,
  run: (item: Item) => Promise<boolean>,
): FairQueue<Item> {
  /** The least recently served one first. */
  const lanes = new Map<string, LaneState<Item>>()
  const ofAccount = createCounter()
  const ofTarget = createCounter()
  const unfinished = createCounter()
  const running = new Set<Promise<void>>()

  const hasRoom = ({ account, target, waiting, underWay, limit }: LaneState<Item>) =>
    waiting.length > 0 &&
    underWay < limit &&
    ofTarget.get(target) < maxPerTarget &&
    ofAccount.get(account) < maxPerAccount
  const nextLane = (): LaneState<Item> | undefined => {
    let next: LaneState<Item> | undefined
    for (const lane of lanes.values()) {
      if (!hasRoom(lane)) continue
      if (next === undefined || ofAccount.get(lane.account) < ofAccount.get(next.account)) next = lane
    }
    return next
  }
  const start = (lane: LaneState<Item>, item: Item) => {
    const { account, target } = lane
    const id = idOf(lane)
    const moveBack = () => {
      lanes.delete(id)
      lanes.set(id, lane)
    }
    moveBack()
    const change = (by: 1 | -1) => {
      lane.underWay += by
      ofAccount.add(account, by)
      ofTarget.add(target, by)
    }
    change(1)
    const done: Promise<void> = run(item).then(isSuccess => {
      lane.limit = isSuccess ? Math.min(lane.limit + 1, maxPerSucceedingLane) : maxPerLane
      running.delete(done)
      change(-1)
      unfinished.add(account, -1)
      // Behind those that came while it ran.
      moveBack()
      pump()
      if (lane.underWay === 0 && lane.waiting.length === 0) lanes.delete(id)
    })
    running.add(done)
  }
  const startNext = (lane: LaneState<Item> | undefined): boolean => {
    if (lane === undefined || running.size >= total || !hasRoom(lane)) return false
    const item = lane.waiting.shift()
    if (item === undefined) return false
    start(lane, item)
    return true
  }
  const pump = () => {
    while (startNext(nextLane())) {
      // Until no lane has room.
    }
  }
  return {
    add(to, item) {
      const id = idOf(to)
      const lane = lanes.get(id) ?? { ...to, waiting: [], underWay: 0, limit: maxPerLane }
      lanes.set(id, lane)
      lane.waiting.push(item)
      unfinished.add(to.account, 1)
      // Nothing else has become possible.
      startNext(lane)
    },
    unfinished: account => (account === undefined ? unfinished.total() : unfinished.get(account)),
    clear() {
      return [...lanes.values()].flatMap(({ account, waiting }) =>
        waiting.splice(0).map(item => {
          unfinished.add(account, -1)
          return item
        }),
      )
    },
    async idle() {
      while (running.size > 0) await Promise.all(running)
    },
  }
}

function idOf({ account, target }: Lane): string {
  return `${account} ${target}`
}
