/** A request that is refused: its status, and the error in the answer. Other fields of the answer are `more`. */
export class HttpError extends Error {
  override readonly name = 'HttpError'
  readonly status: number
  readonly code: string
  readonly help?: string
  readonly more: object

  constructor(
    status: number,
    code: string,
    message: string,
    { help, ...more }: { readonly help?: string; readonly [field: string]: unknown } = {},
  ) {
    super(message)
    this.status = status
    this.code = code
    this.more = more
    if (help !== undefined) this.help = help
  }
}
