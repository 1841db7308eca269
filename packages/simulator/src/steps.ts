/** Long work in short steps: each `yield` is a moment to do something else. */
export type Steps<Result> = Generator<undefined, Result>

/** Does all the steps at once. */
export function finish<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
  }
}
