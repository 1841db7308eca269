/** A request that no service may carry out, or fall over. */
export interface BadRequest {
  /** What is wrong with it, for people. */
  readonly why: string
  readonly method: string
  /** Below /api/v1. */
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  /** The statuses of which it must get one. */
  readonly expects: readonly number[]
}

/** What a request may come to that does no harm where it is taken; 404 where it is about nothing that is there. */
export const refusedOrHarmless: readonly number[] = [200, 201, 400, 404]

/** The header of a JSON body. */
export const jsonType = { 'content-type': 'application/json' } as const
