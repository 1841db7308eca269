/** What a refusal says to people. */
export interface Refusal {
  readonly code: string
  readonly message: string
  readonly help: string
}

/** Promises how an action was refused; one that was not has the code `none`. */
export function readRefusal(action: Promise<unknown>): Promise<Refusal> {
  return action.then(
    () => ({ code: 'none', message: '', help: '' }),
    ({ code, message, help = '' }: Refusal) => ({ code, message, help }),
  )
}
