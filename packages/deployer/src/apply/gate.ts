/** Lets so many through at once; the others wait in line. */
export class Gate {
  readonly #waiting: (() => void)[] = []
  #free: number

  constructor(width: number) {
    this.#free = width
  }

  /** `whileWaiting` is what the wait in line happens in. */
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
