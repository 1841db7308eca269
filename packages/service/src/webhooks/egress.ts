import { type LookupAddress, lookup } from 'node:dns'
import { type AgentOptions, type ClientRequest, Agent as HttpAgent, request as httpRequest } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import type { LookupFunction, Socket } from 'node:net'
import { hostOf, isLoopbackHost, refusedAddress, refusedTarget, type TargetPolicy } from './target-address.ts'

/** The target is one that nothing may be sent to. */
export class RefusedTarget extends Error {
  override readonly name = 'RefusedTarget'
}

/** The one way out of the service. */
export interface Egress {
  /** Begins a POST. Throws RefusedTarget; the request's `error` event may hold one too. */
  post(url: URL, headers: Readonly<Record<string, string | number>>): ClientRequest
  close(): void
}

/**
 * Sends only where the policy allows. An address is looked at three times: as the URL spells it, as its name resolves,
 * and as the socket is connected; a lookup alone is passed by where the URL holds a number. `resolve` finds the
 * addresses of a name.
 */
export function createEgress(policy: TargetPolicy, resolve: typeof lookup = lookup): Egress {
  const options: AgentOptions = { keepAlive: true, lookup: guardLookup(resolve) }
  const http = new HttpAgent(options)
  const https = new HttpsAgent(options)
  return {
    post(url, headers) {
      const reason = refusedTarget(url, policy)
      if (reason !== undefined) throw new RefusedTarget(`The address ${reason}.`)
      const request =
        url.protocol === 'https:'
          ? httpsRequest(url, { method: 'POST', headers, agent: https })
          : httpRequest(url, { method: 'POST', headers, agent: http })
      request.on('socket', socket => guardSocket(socket, isLoopbackHost(hostOf(url))))
      return request
    },
    close() {
      http.destroy()
      https.destroy()
    },
  }
}

function guardLookup(resolve: typeof lookup): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
      if (error !== null) return callback(error, '')
      const isLoopback = isLoopbackHost(hostname.replace(/\.$/, ''))
      const allowed = found.filter(({ address }) => refusedAddress(address, isLoopback) === undefined)
      const [first] = allowed
      if (first === undefined) return callback(new RefusedTarget(`"${hostname}" leads to no public address.`), '')
      if (options.all === true) callback(null, allowed)
      else callback(null, first.address, first.family)
    })
  }
}

function guardSocket(socket: Socket, isLoopback: boolean): void {
  const check = () => {
    const reason = refusedAddress(socket.remoteAddress ?? '', isLoopback)
    if (reason !== undefined) socket.destroy(new RefusedTarget(`The connection leads to ${reason}.`))
  }
  if (socket.connecting) socket.prependOnceListener('connect', check)
  else check()
}
