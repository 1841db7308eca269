import { type CancellationToken, LSPErrorCodes, type ProtocolConnection, ResponseError } from 'vscode-languageserver'

type Handler = (...parts: unknown[]) => unknown

/**
 * A connection whose requests are answered with an error if the client has canceled them meanwhile: the answer may be
 * long, and it is about a text that has changed since.
 */
export function answeringCanceled(connection: ProtocolConnection): ProtocolConnection {
  const onRequest = connection.onRequest.bind(connection) as (
    method: unknown,
    handler: Handler,
  ) => ReturnType<ProtocolConnection['onRequest']>
  const wrapped = (method: unknown, handler: Handler) =>
    onRequest(method, async (...parts) => {
      const answer = await handler(...parts)
      if (isCanceled(parts.at(-1))) return new ResponseError(LSPErrorCodes.RequestCancelled, 'canceled by the client')
      return answer
    })
  return { ...connection, onRequest: wrapped as ProtocolConnection['onRequest'] }
}

function isCanceled(token: unknown): boolean {
  return typeof token === 'object' && token !== null && (token as CancellationToken).isCancellationRequested
}
