/** A task that waits for capacity at its target. */
export interface TargetQueues<Item> {
  add(target: string, item: Item): void
  /** Removes and returns all waiting tasks. */
  clear(): Item[]
  /** Resolves when no task is running. */
  idle(): Promise<void>
}

/** Runs tasks, at most `most` at a time per target; `run` never rejects. */
export function createTargetQueues<Item>(most: number, run: (item: Item) => Promise<void>): TargetQueues<Item> {
  const targets = new Map<string, { waiting: Item[]; underWay: number }>()
  const running = new Set<Promise<void>>()

  const pump = (target: string) => {
    const queue = targets.get(target)
    if (queue === undefined) return
    while (queue.underWay < most) {
      const item = queue.waiting.shift()
      if (item === undefined) break
      queue.underWay += 1
      const done: Promise<void> = run(item).finally(() => {
        running.delete(done)
        queue.underWay -= 1
        pump(target)
      })
      running.add(done)
    }
    if (queue.underWay === 0) targets.delete(target)
  }
  return {
    add(target, item) {
      const queue = targets.get(target) ?? { waiting: [], underWay: 0 }
      targets.set(target, queue)
      queue.waiting.push(item)
      pump(target)
    },
    clear() {
      return [...targets.values()].flatMap(queue => queue.waiting.splice(0))
    },
    async idle() {
      while (running.size > 0) await Promise.all(running)
    },
  }
}
