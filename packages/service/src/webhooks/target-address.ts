import ipaddr from 'ipaddr.js'

/** What the service may send to. */
export interface TargetPolicy {
  /** The service is reached from this machine alone, so that it may itself reach this machine, over plain http too. */
  readonly allowLoopback: boolean
}

/** The address of a cloud's own agent, in public space. */
const cloudAgent = '168.63.129.16'

/** Why nothing may be sent to an IP address, or undefined where it may. */
export function refusedAddress(address: string, isLoopbackTarget: boolean): string | undefined {
  if (!ipaddr.isValid(address)) return 'no IP address'
  // An IPv4 address within an IPv6 one counts as itself.
  const plain = ipaddr.process(address)
  const range = plain.range()
  if (isLoopbackTarget) return range === 'loopback' ? undefined : `no loopback address (${range})`
  if (range !== 'unicast') return `a ${range} address`
  if (plain.toString() === cloudAgent) return 'the address of a cloud agent'
  if (plain instanceof ipaddr.IPv6 && plain.match(ipaddr.parseCIDR('::/96') as [ipaddr.IPv6, number])) {
    return 'an IPv4 address in disguise'
  }
  return undefined
}

/** The host of a URL without the brackets of IPv6 and the dot of a full name. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
}

/** Whether a host is this machine by its very name or number. */
export function isLoopbackHost(host: string): boolean {
  if (host === 'localhost' || host.endsWith('.localhost')) return true
  return ipaddr.isValid(host) && ipaddr.process(host).range() === 'loopback'
}

/** Why a URL may not be sent to, as far as its text tells; names are looked at again when they are resolved. */
export function refusedTarget(url: URL, { allowLoopback }: TargetPolicy): string | undefined {
  const host = hostOf(url)
  const isLoopback = isLoopbackHost(host)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'must be an https address'
  if (url.username !== '' || url.password !== '') return 'must not hold credentials'
  if (isLoopback && !allowLoopback) return 'must not lead to this machine'
  if (url.protocol === 'http:' && !isLoopback) return 'must be an https address'
  const reason = ipaddr.isValid(host) ? refusedAddress(host, isLoopback) : undefined
  return reason === undefined ? undefined : `must not lead to ${reason}`
}
