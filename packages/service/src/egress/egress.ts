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

/** The target is one that nothing may be sent to. */
export class BlockedTargetError extends Error {
  override readonly name = 'BlockedTargetError'
}

/** The one way out of the service. */
export interface Egress {
  /** Begins a request. Throws BlockedTargetError; the request's `error` event may hold one too. */
  request(url: URL, options: Pick<RequestOptions, 'method' | 'headers'>): ClientRequest
  close(): void
}

/** How long an unused connection is kept, in milliseconds. */
const keptMs = 30_000

/**
 * Sends only where the policy allows, and follows no redirect. An address is looked at three times: as the URL spells
 * it, as its name resolves, and as the socket is connected; a lookup alone is passed by where the URL holds a number.
 * `resolve` finds the addresses of a name, once a connection: what was looked at is what is connected to.
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
      if (first === undefined) return callback(new BlockedTargetError(`"${hostname}" leads to no public address.`), '')
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
