import type { StudioEvent } from './protocol.ts'
import type { Studio } from './studio.ts'

/** A request whose page, token and form have been checked. */
export interface StudioRequest {
  readonly query: URLSearchParams
  /** The object in the body; empty without one. Its fields are not checked yet. */
  readonly body: Readonly<Record<string, unknown>>
}

/** A path of the server: a file in `routes/`, and a line in `routes/index.ts`. */
export type Route = AnsweringRoute | StreamRoute

interface AnsweringRoute {
  readonly method: 'GET' | 'POST'
  readonly path: `/api/${string}`
  /** Whether it writes files: a read-only studio refuses it. */
  readonly writes?: true
  /** Resolves with the answer. A refusal is an HttpError, or an OperationError for what the sources or git prevent. */
  answer(studio: Studio, request: StudioRequest): Promise<object>
}

/** A path whose answer is a stream of events, one line of JSON each. */
export interface StreamRoute {
  readonly method: 'GET'
  readonly path: `/api/${string}`
  /** Begins the stream. The returned function is called when the page has closed it. */
  stream(studio: Studio, request: StudioRequest, send: (event: StudioEvent) => void): () => void
}
