/** Runs tasks with the same key sequentially, in the order of the calls; other keys do not wait. */
export interface KeyedMutex {
  run<Result>(key: string, work: () => Promise<Result>): Promise<Result>
}

/** Stores a key only while tasks for it wait or run. */
export function createKeyedMutex(): KeyedMutex {
  const last = new Map<string, Promise<unknown>>()
  return {
    run(key, work) {
      const turn = (last.get(key) ?? Promise.resolve()).then(work, work)
      last.set(key, turn)
      const forget = () => {
        if (last.get(key) === turn) last.delete(key)
      }
      turn.then(forget, forget)
      return turn
    },
  }
}
