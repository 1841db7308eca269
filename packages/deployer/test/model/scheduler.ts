/** One of several programs at work on one world. */
export interface Actor {
  readonly name: string
  /** A process that was killed: nothing of it goes on. */
  isDead: boolean
}

/** One way in which an effect may go: what it does to the world, and what it answers or throws. */
export type Way<Result> = () => Result

interface Waiting {
  readonly actor: Actor
  readonly ways: number
  readonly go: (way: number) => void
  readonly die: (way: number) => void
  /** Runs when it waits no more. */
  readonly end: () => void
}

/**
 * Decides who moves next, and how that goes, by a list of numbers; a list that is used up means that the first who waits
 * moves, and that all goes well. Actors stand still whenever each of them waits for an effect.
 */
export class Scheduler {
  #choices: Iterator<number>
  readonly #waiting: Waiting[] = []

  constructor(choices: readonly number[]) {
    this.#choices = choices.values()
  }

  /** The next number of the list; 0 when it is used up. */
  choice(): number {
    return this.#choices.next().value ?? 0
  }

  /** From now on all goes well. */
  calm(): void {
    this.#choices = [].values()
  }

  get isIdle(): boolean {
    return this.#waiting.length === 0
  }

  /** Waits until the scheduler picks this effect, then goes the way that it picks; the first is the ordinary one. */
  effect<Result>(actor: Actor, ways: readonly Way<Result>[], signal?: AbortSignal): Promise<Result> {
    return new Promise((resolve, reject) => {
      const [ordinary] = ways
      if (actor.isDead || ordinary === undefined) return
      const waiting: Waiting = {
        actor,
        ways: ways.length,
        go: way => settle(ways[way] ?? ordinary, resolve, reject),
        die: way => settle(ways[way] ?? ordinary, ignore, ignore),
        end: () => signal?.removeEventListener('abort', giveUp),
      }
      const giveUp = () => this.#remove(waiting) && reject(signal?.reason)
      this.#waiting.push(waiting)
      if (signal?.aborted) giveUp()
      signal?.addEventListener('abort', giveUp, { once: true })
    })
  }

  /** One effect happens. */
  async move(choice: number): Promise<void> {
    const waiting = this.#waiting[choice % this.#waiting.length]
    if (waiting === undefined) return
    this.#remove(waiting)
    waiting.go(this.#way(waiting))
    await allAtRest()
  }

  /** One actor is killed; of the effects that it waits for, each has happened or not. */
  kill(choice: number): void {
    const victim = this.#waiting[choice % this.#waiting.length]?.actor
    if (victim === undefined) return
    victim.isDead = true
    for (const waiting of this.#waiting.filter(({ actor }) => actor === victim)) {
      this.#remove(waiting)
      if (this.choice() % 2 === 1) waiting.die(this.#way(waiting))
    }
  }

  /** Three in four go well. */
  #way({ ways }: Waiting): number {
    const choice = this.choice()
    return choice < 75 || ways === 1 ? 0 : 1 + (choice % (ways - 1))
  }

  #remove(waiting: Waiting): boolean {
    const index = this.#waiting.indexOf(waiting)
    if (index >= 0) this.#waiting.splice(index, 1)
    waiting.end()
    return index >= 0
  }
}

/** All that follows from what has happened is done: what is tested here has no other clock than ours. */
export function allAtRest(): Promise<void> {
  return new Promise(resolve => setImmediate(resolve))
}

function settle<Result>(way: Way<Result>, resolve: (result: Result) => void, reject: (error: unknown) => void): void {
  let result: Result
  try {
    result = way()
  } catch (error) {
    reject(error)
    return
  }
  resolve(result)
}

function ignore(): void {}
