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
  /** Where the target may be. */
  readonly reach: Reach

  constructor(message: string, reach: Reach) {
    super(message)
    this.reach = reach
  }
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
    private: guardLookup('private', resolve),
  }
  const judge = createJudge(policy)
  return {
    request(url, { method = 'GET', headers = {} }) {
      const { fault, reach } = judge(url)
      if (fault !== undefined) throw new BlockedTargetError(`The address ${fault}.`, reach)
      const lookup = lookups[reach]
      const request =
        url.protocol === 'https:'
          ? httpsRequest(url, { method, headers, lookup, agent: https })
          : httpRequest(url, { method, headers, lookup, agent: http })
      request.on('socket', socket => guardSocket(socket, reach))
      return request
    },
    close() {
      http.destroy()
      https.destroy()
    },
  }
}

/** What the policy says about the text of a URL. */
interface Judgement {
  readonly fault: string | undefined
  readonly reach: Reach
}

/** The maximum number of cached judgements. */
const maxJudged = 1000

/** Judges each origin once: most requests go to few of them. */
function createJudge(policy: TargetPolicy): (url: URL) => Judgement {
  const judged = new Map<string, Judgement>()
  const judge = (url: URL) => ({ fault: findTargetFault(url, policy), reach: classifyReach(url, policy) })
  return url => {
    // The judgement depends on nothing else of a URL.
    if (url.username !== '' || url.password !== '') return judge(url)
    const { origin } = url
    const known = judged.get(origin)
    if (known !== undefined) return known
    const judgement = judge(url)
    if (judged.size >= maxJudged) judged.clear()
    // All origins that are no host of their own have the same text.
    if (origin !== 'null') judged.set(origin, judgement)
    return judgement
  }
}

function guardLookup(reach: Reach, resolve: typeof lookup): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
      if (error !== null) return callback(error, '')
      const allowed = found.filter(({ address }) => findAddressFault(address, reach) === undefined)
      const [first] = allowed
      if (first === undefined) {
        const needed = reach === 'private' ? 'private address, and a public one requires https' : 'public address'
        return callback(new BlockedTargetError(`"${hostname}" has no ${needed}.`, reach), '')
      }
      if (options.all === true) callback(null, allowed)
      else callback(null, first.address, first.family)
    })
  }
}

/** The connections whose address is allowed. A connection never leads elsewhere. */
const guarded = new WeakMap<Socket, Reach>()

function guardSocket(socket: Socket, reach: Reach): void {
  if (guarded.get(socket) === reach) return
  const check = () => {
    const { remoteAddress } = socket
    if (remoteAddress === undefined) return void socket.destroy(new Error('The connection was lost.'))
    const reason = findAddressFault(remoteAddress, reach)
    if (reason === undefined) guarded.set(socket, reach)
    else socket.destroy(new BlockedTargetError(`The connection leads to ${reason}.`, reach))
  }
  if (socket.connecting) socket.prependOnceListener('connect', check)
  else check()
}
