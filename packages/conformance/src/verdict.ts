/** The result of a row. */
export type Verdict =
  | { readonly kind: 'pass' }
  | { readonly kind: 'fail'; readonly asked: string; readonly expected: string; readonly came: string }
  | { readonly kind: 'skipped'; readonly reason: string }
  /** The check itself ended with an error, so it says nothing about the service. Counts as failed. */
  | { readonly kind: 'error'; readonly reason: string }

/** The service does not meet the requirement of a row. Thrown only by checks; the run converts it to a verdict. */
export class Mismatch extends Error {
  override readonly name = 'Mismatch'
  readonly asked: string
  readonly expected: string
  readonly came: string

  constructor(asked: string, expected: string, came: string) {
    super(`${asked}: expected ${expected}, came ${came}`)
    this.asked = asked
    this.expected = expected
    this.came = came
  }
}

/** Whether a row is met cannot be determined here. Thrown only by checks; the run converts it to a verdict. */
export class Skip extends Error {
  override readonly name = 'Skip'
}

/**
 * The verdict on a row from how its check ended: `undefined` means success. Secrets that the service repeated are
 * redacted.
 */
export function toVerdict(error: unknown, redact: (text: string) => string): Verdict {
  if (error === undefined) return { kind: 'pass' }
  if (error instanceof Skip) return { kind: 'skipped', reason: error.message }
  if (error instanceof Mismatch) {
    return { kind: 'fail', asked: redact(error.asked), expected: redact(error.expected), came: redact(error.came) }
  }
  return { kind: 'error', reason: redact(`The check ended with an error: ${String(error)}`) }
}
