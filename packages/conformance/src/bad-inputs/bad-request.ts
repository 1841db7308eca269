/** A request that every service must reject without failing. */
export interface BadRequest {
  /** The error in the request, for people. */
  readonly why: string
  readonly method: string
  /** Below /api/v1. */
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  /** The allowed statuses. */
  readonly expects: readonly number[]
}

/** The statuses of a request that is either refused or harmless if accepted; 404 if its object does not exist. */
export const refusedOrHarmless: readonly number[] = [200, 201, 400, 404]

/** The header of a JSON body. */
export const jsonType = { 'content-type': 'application/json' } as const
