/** A semaphore: runs a limited number of tasks at once; the others wait. */
export class Gate {
  readonly #waiting: (() => void)[] = []
  #free: number

  constructor(width: number) {
    this.#free = width
  }

  /** The time in the queue is spent inside `whileWaiting`. */
  async through<Result>(
    work: () => Promise<Result>,
    whileWaiting: (wait: () => Promise<void>) => Promise<void> = wait => wait(),
  ): Promise<Result> {
    if (this.#free === 0) await whileWaiting(() => new Promise<void>(enter => this.#waiting.push(enter)))
    else this.#free -= 1
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next === undefined) this.#free += 1
      else next()
    }
  }
}
