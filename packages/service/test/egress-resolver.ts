import type { LookupAddress, lookup } from 'node:dns'
import { isIPv6, type LookupFunction, Socket } from 'node:net'
import { vi } from 'vitest'

/** Of the public network; no test reaches it. */
export const publicAddress = '93.184.216.34'

/** What names resolve to; all others do not. */
const addresses: Readonly<Record<string, readonly string[]>> = {
  localhost: ['127.0.0.1'],
  'app.localhost': ['127.0.0.1'],
  'private.example.com': ['127.0.0.1'],
  '127.0.0.1.nip.example.com': ['127.0.0.1'],
  'six.example.com': ['::1'],
  'mapped.example.com': ['::ffff:127.0.0.1'],
  'zero.example.com': ['0.0.0.0'],
  'metadata.example.com': ['169.254.169.254'],
  'nat64.example.com': ['64:ff9b::7f00:1'],
  'link.example.com': ['fe80::1'],
}

/** How a name resolves the first time it is asked for, and from then on. */
const changing: Readonly<Record<string, readonly (readonly string[])[]>> = {
  'rebind.example.com': [[publicAddress], ['127.0.0.1'], ['::1']],
  'mixed.example.com': [[publicAddress, '127.0.0.1', '::1']],
  'mixed-first.example.com': [['127.0.0.1', publicAddress]],
}

/** A resolver that has its own idea of every name. */
export function createResolver(): typeof lookup {
  const asked = new Map<string, number>()
  const resolve = (hostname: string, _options: object, callback: (...result: unknown[]) => void) => {
    const name = hostname.replace(/\.$/, '')
    const times = asked.get(name) ?? 0
    asked.set(name, times + 1)
    const answers = changing[name] ?? (addresses[name] === undefined ? [] : [addresses[name]])
    const found = answers[Math.min(times, answers.length - 1)]
    if (found === undefined) return callback(Object.assign(new Error(`no ${name}`), { code: 'ENOTFOUND' }))
    callback(
      null,
      found.map((address): LookupAddress => ({ address, family: isIPv6(address) ? 6 : 4 })),
    )
  }
  // One of the shapes of an overloaded function: the one that all callers here use.
  return resolve as unknown as typeof lookup
}

/** Has connections to the public network end on this machine, where nobody listens; what they were to lead to. */
export function divertPublic(to = '127.0.0.2'): string[][] {
  const attempted: string[][] = []
  const connect = Socket.prototype.connect
  vi.spyOn(Socket.prototype, 'connect').mockImplementation(function (this: Socket, ...args: unknown[]) {
    const [first] = args
    const options = Array.isArray(first) ? first[0] : first
    const guarded: LookupFunction | undefined = options.lookup
    if (guarded === undefined) return Reflect.apply(connect, this, args)
    const diverted: LookupFunction = (hostname, asked, callback) => {
      guarded(hostname, { ...asked, all: true }, (error, found) => {
        if (error !== null || typeof found === 'string') return callback(error, '')
        attempted.push(found.map(({ address }) => address))
        if (asked.all === true) callback(null, [{ address: to, family: 4 }])
        else callback(null, to, 4)
      })
    }
    options.lookup = diverted
    return Reflect.apply(connect, this, args)
  })
  return attempted
}
