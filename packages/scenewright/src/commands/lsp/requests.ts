import {
  type CancellationToken,
  ErrorCodes,
  LSPErrorCodes,
  MessageType,
  type ProtocolConnection,
  ResponseError,
} from 'vscode-languageserver'
import { findParamsFault } from './params.ts'

type Method = string | { readonly method: string }
type Handler = (...parts: unknown[]) => unknown
type Register = (method: Method, handler: Handler) => ReturnType<ProtocolConnection['onRequest']>

/**
 * A connection that answers requests with an error where the protocol asks for one: before `initialize`, at a second
 * one, after `shutdown`, for params that the handler cannot read, and if the client has canceled the request meanwhile.
 * Then the answer may be long, and is about a text that has changed since. Unreadable notifications are only logged.
 */
export function answeringByProtocol(connection: ProtocolConnection): ProtocolConnection {
  const lifecycle = createLifecycle()
  const registerRequest = connection.onRequest.bind(connection) as Register
  const registerNotification = connection.onNotification.bind(connection) as Register
  const onRequest: Register = (method, handler) =>
    registerRequest(method, async (...parts) => {
      const name = nameOf(method)
      const refusal = lifecycle.refusalOf(name)
      if (refusal !== undefined) return refusal
      // The last part is the token.
      const fault = findParamsFault(name, parts.length > 1 ? parts[0] : undefined)
      if (fault !== undefined) return new ResponseError(ErrorCodes.InvalidParams, unreadable(fault))
      const answer = await handler(...parts)
      lifecycle.follow(name)
      if (isCanceled(parts.at(-1))) return new ResponseError(LSPErrorCodes.RequestCancelled, 'canceled by the client')
      return answer
    })
  const onNotification: Register = (method, handler) =>
    registerNotification(method, (...parts) => {
      const name = nameOf(method)
      const fault = findParamsFault(name, parts[0])
      if (fault === undefined) return handler(...parts)
      const message = `ignored "${name}": ${unreadable(fault)}`
      return connection.sendNotification('window/logMessage', { type: MessageType.Warning, message })
    })
  // The type of the connection leaves out that a handler without a method gets all other requests.
  const registerOther = connection.onRequest.bind(connection) as unknown as (
    handler: (method: string) => unknown,
  ) => void
  registerOther(
    method => lifecycle.refusalOf(method) ?? new ResponseError(ErrorCodes.MethodNotFound, `unknown method "${method}"`),
  )
  return {
    ...connection,
    onRequest: onRequest as ProtocolConnection['onRequest'],
    onNotification: onNotification as ProtocolConnection['onNotification'],
  }
}

function nameOf(method: Method): string {
  return typeof method === 'string' ? method : method.method
}

function unreadable(fault: string): string {
  return `"${fault}" is missing or has the wrong type`
}

interface Lifecycle {
  /** The error for a request that is not allowed now, if any. */
  refusalOf(method: string): ResponseError<void> | undefined
  /** A request was carried out. */
  follow(method: string): void
}

/** Follows which requests a client has sent. */
function createLifecycle(): Lifecycle {
  let state: 'new' | 'initialized' | 'shut down' = 'new'
  return {
    refusalOf(method) {
      if (state === 'shut down') return new ResponseError(ErrorCodes.InvalidRequest, 'the server was shut down')
      if (state === 'new' && method !== 'initialize') {
        return new ResponseError(ErrorCodes.ServerNotInitialized, 'the first request must be "initialize"')
      }
      if (state === 'initialized' && method === 'initialize') {
        return new ResponseError(ErrorCodes.InvalidRequest, 'the server is initialized already')
      }
      return undefined
    },
    follow(method) {
      if (method === 'initialize') state = 'initialized'
      else if (method === 'shutdown') state = 'shut down'
    },
  }
}

function isCanceled(token: unknown): boolean {
  return typeof token === 'object' && token !== null && (token as CancellationToken).isCancellationRequested
}
