/** Runs what has the same name one after the other, in the order in which it came; other names do not wait. */
export type Turns = <Result>(name: string, run: () => Promise<Result>) => Promise<Result>

/** Remembers a name for as long as something of it runs. */
export function createTurns(): Turns {
  const last = new Map<string, Promise<unknown>>()
  return (name, run) => {
    const turn = (last.get(name) ?? Promise.resolve()).then(run, run)
    last.set(name, turn)
    const forget = () => {
      if (last.get(name) === turn) last.delete(name)
    }
    turn.then(forget, forget)
    return turn
  }
}
