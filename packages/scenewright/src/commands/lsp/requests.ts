import {
  type CancellationToken,
  ErrorCodes,
  LSPErrorCodes,
  type ProtocolConnection,
  ResponseError,
} from 'vscode-languageserver'

type Handler = (...parts: unknown[]) => unknown

/**
 * A connection that answers requests with an error where the protocol asks for one: before `initialize`, at a second
 * one, after `shutdown`, and if the client has canceled the request meanwhile. Then the answer may be long, and is about
 * a text that has changed since.
 */
export function answeringByProtocol(connection: ProtocolConnection): ProtocolConnection {
  const onRequest = connection.onRequest.bind(connection) as (
    method: unknown,
    handler: Handler,
  ) => ReturnType<ProtocolConnection['onRequest']>
  const refusalOf = createLifecycle()
  const wrapped = (method: string | { readonly method: string }, handler: Handler) =>
    onRequest(method, async (...parts) => {
      const refusal = refusalOf(typeof method === 'string' ? method : method.method)
      if (refusal !== undefined) return refusal
      const answer = await handler(...parts)
      if (isCanceled(parts.at(-1))) return new ResponseError(LSPErrorCodes.RequestCancelled, 'canceled by the client')
      return answer
    })
  return { ...connection, onRequest: wrapped as ProtocolConnection['onRequest'] }
}

/** Follows which requests a client has sent. The result is the error for one that is not allowed now, if any. */
function createLifecycle(): (method: string) => ResponseError<void> | undefined {
  let state: 'new' | 'initialized' | 'shut down' = 'new'
  return method => {
    if (state === 'shut down') return new ResponseError(ErrorCodes.InvalidRequest, 'the server was shut down')
    if (state === 'new' && method !== 'initialize') {
      return new ResponseError(ErrorCodes.ServerNotInitialized, 'the first request must be "initialize"')
    }
    if (state === 'initialized' && method === 'initialize') {
      return new ResponseError(ErrorCodes.InvalidRequest, 'the server is initialized already')
    }
    state = method === 'shutdown' ? 'shut down' : 'initialized'
    return undefined
  }
}

function isCanceled(token: unknown): boolean {
  return typeof token === 'object' && token !== null && (token as CancellationToken).isCancellationRequested
}
