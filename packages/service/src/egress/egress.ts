import { type LookupAddress, lookup } from 'node:dns'
import {
  type AgentOptions,
  type ClientRequest,
  Agent as HttpAgent,
  request as httpRequest,
  type RequestOptions,
} from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import type { LookupFunction, Socket } from 'node:net'
import { classifyReach, findAddressFault, findTargetFault, type Reach, type TargetPolicy } from './target-address.ts'

/** Requests to the target are not allowed. */
export class BlockedTargetError extends Error {
  override readonly name = 'BlockedTargetError'
}

/** The single way to send requests out of the service. */
export interface Egress {
  /** Begins a request. Throws BlockedTargetError; the request's `error` event may contain one too. */
  request(url: URL, options: Pick<RequestOptions, 'method' | 'headers'>): ClientRequest
  close(): void
}

/** How long an idle connection is kept open, in milliseconds. */
const keptMs = 30_000

/**
 * Sends only to targets that the policy allows, and follows no redirects. An address is checked three times: as written
 * in the URL, as its name resolves, and when the socket connects; checking only lookups would miss URLs with an IP
 * address. `resolve` returns the addresses of a name, once per connection: the checked address is the one that is
 * connected to.
 */
export function createEgress(policy: TargetPolicy, resolve: typeof lookup = lookup): Egress {
  const options: AgentOptions = { keepAlive: true, timeout: keptMs }
  const http = new HttpAgent(options)
  const https = new HttpsAgent(options)
  const lookups: Readonly<Record<Reach, LookupFunction>> = {
    public: guardLookup('public', resolve),
    loopback: guardLookup('loopback', resolve),
    opened: guardLookup('opened', resolve),
  }
  return {
    request(url, { method = 'GET', headers = {} }) {
      const reason = findTargetFault(url, policy)
      if (reason !== undefined) throw new BlockedTargetError(`The address ${reason}.`)
      const reach = classifyReach(url, policy)
      const common = { method, headers, lookup: lookups[reach] }
      const request =
        url.protocol === 'https:'
          ? httpsRequest(url, { ...common, agent: https })
          : httpRequest(url, { ...common, agent: http })
      request.on('socket', socket => guardSocket(socket, reach))
      return request
    },
    close() {
      http.destroy()
      https.destroy()
    },
  }
}

function guardLookup(reach: Reach, resolve: typeof lookup): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
      if (error !== null) return callback(error, '')
      const allowed = found.filter(({ address }) => findAddressFault(address, reach) === undefined)
      const [first] = allowed
      if (first === undefined) return callback(new BlockedTargetError(`"${hostname}" has no public address.`), '')
      if (options.all === true) callback(null, allowed)
      else callback(null, first.address, first.family)
    })
  }
}

function guardSocket(socket: Socket, reach: Reach): void {
  const check = () => {
    const { remoteAddress } = socket
    if (remoteAddress === undefined) return void socket.destroy(new Error('The connection was lost.'))
    const reason = findAddressFault(remoteAddress, reach)
    if (reason !== undefined) socket.destroy(new BlockedTargetError(`The connection leads to ${reason}.`))
  }
  if (socket.connecting) socket.prependOnceListener('connect', check)
  else check()
}
