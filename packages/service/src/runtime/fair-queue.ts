/** Where a task runs, and on whose account. */
interface Lane {
  readonly account: string
  readonly target: string
}

/** The maximum numbers of concurrent tasks; unlimited by default. */
interface FairQueueLimits {
  /** Of one account at one target. */
  readonly lane?: number
  /** Of all accounts at one target. */
  readonly target?: number
  /** Of one account at all targets. */
  readonly account?: number
  readonly total?: number
}

/** Tasks that wait for capacity. */
export interface FairQueue<Item> {
  add(lane: Lane, item: Item): void
  /** The number of waiting tasks of an account. */
  waiting(account: string): number
  /** Removes and returns all waiting tasks. */
  clear(): Item[]
  /** Resolves when no task is running. */
  idle(): Promise<void>
}

interface LaneState<Item> extends Lane {
  readonly waiting: Item[]
  underWay: number
}

/**
 * Runs tasks within the limits; `run` never rejects. Free capacity goes to the account with the fewest running tasks,
 * and among equals to the one that was served least recently, so that no account waits for the backlog of another. The
 * tasks of an account at a target run in the order of their arrival.
 */
export function createFairQueue<Item>(
  {
    lane: mostALane = Infinity,
    target: mostATarget = Infinity,
    account: mostAnAccount = Infinity,
    total = Infinity,
  }: FairQueueLimits,
  run: (item: Item) => Promise<void>,
): FairQueue<Item> {
  /** The least recently served one first. */
  const lanes = new Map<string, LaneState<Item>>()
  const ofAccount = createCounter()
  const ofTarget = createCounter()
  const waitingOf = createCounter()
  const running = new Set<Promise<void>>()

  const hasRoom = ({ account, target, waiting, underWay }: LaneState<Item>) =>
    waiting.length > 0 &&
    underWay < mostALane &&
    ofTarget.get(target) < mostATarget &&
    ofAccount.get(account) < mostAnAccount
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
    lanes.delete(id)
    lanes.set(id, lane)
    const change = (by: 1 | -1) => {
      lane.underWay += by
      ofAccount.add(account, by)
      ofTarget.add(target, by)
    }
    change(1)
    waitingOf.add(account, -1)
    const done: Promise<void> = run(item).finally(() => {
      running.delete(done)
      change(-1)
      pump()
      if (lane.underWay === 0 && lane.waiting.length === 0) lanes.delete(id)
    })
    running.add(done)
  }
  const pump = () => {
    while (running.size < total) {
      const lane = nextLane()
      const item = lane?.waiting.shift()
      if (lane === undefined || item === undefined) return
      start(lane, item)
    }
  }
  return {
    add(to, item) {
      const id = idOf(to)
      const lane = lanes.get(id) ?? { ...to, waiting: [], underWay: 0 }
      lanes.set(id, lane)
      lane.waiting.push(item)
      waitingOf.add(to.account, 1)
      pump()
    },
    waiting: account => waitingOf.get(account),
    clear() {
      const cleared = [...lanes.values()].flatMap(lane => lane.waiting.splice(0))
      waitingOf.clear()
      return cleared
    },
    async idle() {
      while (running.size > 0) await Promise.all(running)
    },
  }
}

function idOf({ account, target }: Lane): string {
  return `${account} ${target}`
}

/** Counts by key; a key with the count 0 takes no memory. */
function createCounter() {
  const counts = new Map<string, number>()
  const get = (key: string) => counts.get(key) ?? 0
  return {
    get,
    add(key: string, by: number) {
      const count = get(key) + by
      if (count === 0) counts.delete(key)
      else counts.set(key, count)
    },
    clear: () => counts.clear(),
  }
}
