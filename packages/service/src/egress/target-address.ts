import ipaddr from 'ipaddr.js'

/** Targets that are allowed in addition to the public network over https. */
export interface TargetPolicy {
  /** Whether requests to this machine are allowed, also over plain http. */
  readonly allowLoopback: boolean
  /** Exact origins that the operator allows, whatever their addresses: `http://127.0.0.1:11434`. */
  readonly allowedOrigins?: readonly string[]
}

/**
 * Where a target may be: on the public network, on this machine, or where the operator allows it: anywhere, or over plain
 * http only on a private network and this machine.
 */
export type Reach = 'public' | 'loopback' | 'opened' | 'private'

/** Metadata services of clouds, which provide secrets: never allowed. */
const metadata = new Set(['168.63.129.16', '169.254.169.254', '100.100.100.200', 'fd00:ec2::254', 'fd20:ce::254'])

/** The address ranges that each reach allows. */
const privateRanges = ['loopback', 'private', 'uniqueLocal', 'carrierGradeNat']
const ranges: Readonly<Record<Reach, ReadonlySet<string>>> = {
  public: new Set(['unicast']),
  loopback: new Set(['loopback']),
  opened: new Set(['unicast', ...privateRanges]),
  private: new Set(privateRanges),
}

const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/** Why an IP address is not allowed; undefined if it is. */
export function findAddressFault(address: string, reach: Reach): string | undefined {
  if (!ipaddr.isValid(address)) return 'no IP address'
  const plain = unwrapped(address)
  const range = plain.range()
  if (metadata.has(plain.toString())) return "the address of a cloud's own data"
  if (!ranges[reach].has(range)) {
    if (reach === 'private' && range === 'unicast') return 'a public address over plain http'
    return reach === 'loopback' ? `no loopback address (${range})` : `a ${range} address`
  }
  const isDisguised = range === 'unicast' && plain instanceof ipaddr.IPv6 && !plain.match(globalUnicast)
  return isDisguised ? 'an IPv4 address in disguise' : undefined
}

/** The URL in a text without tricks: parsers drop line breaks and convert backslashes, which people overlook. */
export function readTarget(text: string): URL | undefined {
  if (/[\p{Cc}\\]|^\s|\s$/u.test(text) || !URL.canParse(text)) return undefined
  return new URL(text)
}

/** The host of a URL without the brackets of IPv6 and the final dot of a full name. */
export function readHost(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
}

/** Whether a host is this machine, only by its name or number. */
export function isLoopbackHost(host: string): boolean {
  if (host === 'localhost' || host.endsWith('.localhost')) return true
  return ipaddr.isValid(host) && ipaddr.process(host).range() === 'loopback'
}

/** The reach of a URL. */
export function classifyReach(url: URL, { allowLoopback, allowedOrigins = [] }: TargetPolicy): Reach {
  if (allowedOrigins.some(origin => new URL(origin).origin === url.origin)) {
    return url.protocol === 'https:' ? 'opened' : 'private'
  }
  return allowLoopback && isLoopbackHost(readHost(url)) ? 'loopback' : 'public'
}

/** Why a URL is not allowed, judged by its text; names are checked again when they are resolved. */
export function findTargetFault(url: URL, policy: TargetPolicy): string | undefined {
  const host = readHost(url)
  const reach = classifyReach(url, policy)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'must be an https address'
  if (url.username !== '' || url.password !== '') return 'must not hold credentials'
  if (reach === 'public' && isLoopbackHost(host)) return 'must not lead to this machine'
  if (reach === 'public' && url.protocol === 'http:') return 'must be an https address'
  const reason = ipaddr.isValid(host) ? findAddressFault(host, reach) : undefined
  return reason === undefined ? undefined : `must not lead to ${reason}`
}

/** Unwraps an IPv4 address from a mapped or a NAT64 address. */
function unwrapped(address: string): ipaddr.IPv4 | ipaddr.IPv6 {
  const plain = ipaddr.process(address)
  if (!(plain instanceof ipaddr.IPv6) || !plain.match(nat64)) return plain
  return new ipaddr.IPv4(plain.toByteArray().slice(-4))
}

const nat64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96')
