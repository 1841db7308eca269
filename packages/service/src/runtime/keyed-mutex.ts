/** Runs work of the same key one after the other, in the order in which it came; other keys do not wait. */
export interface KeyedMutex {
  run<Result>(key: string, work: () => Promise<Result>): Promise<Result>
}

/** Remembers a key only while work of it waits or runs. */
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
