import type { IncomingMessage } from 'node:http'
import { HttpError } from './http-error.ts'

/** What a request must prove. */
export interface Guard {
  /** The values of `Host` that name this server. */
  readonly hosts: readonly string[]
  readonly token: string
}

/** Headers that must not be sent twice: which one counts would be unclear. */
const single = [
  'host',
  'origin',
  'authorization',
  'content-type',
  'content-length',
  'transfer-encoding',
  'sec-fetch-site',
]

/**
 * Refuses a request that does not name this server: a name of another site may lead to its address. Pages of other
 * sites are refused too, whatever they ask for.
 */
export function requireOwnPage({ rawHeaders, headers, method }: IncomingMessage, { hosts }: Guard): void {
  const names = rawHeaders.filter((_each, index) => index % 2 === 0).map(name => name.toLowerCase())
  const twice = single.find(name => names.indexOf(name) !== names.lastIndexOf(name))
  if (twice !== undefined) throw new HttpError(400, 'request', `the header "${twice}" is sent twice`)
  const { host = '', origin } = headers
  if (!hosts.includes(host)) throw new HttpError(403, 'host', 'the request is for another host')
  if (origin !== undefined && origin !== `http://${host}`) throw otherPage()
  if (method === 'POST' && origin === undefined) throw otherPage()
}

function otherPage(): HttpError {
  return new HttpError(403, 'origin', "the request does not come from the studio's own page")
}

/** Refuses a request for data without the token. */
export function requireToken({ headers }: IncomingMessage, { token }: Guard): void {
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin') throw otherPage()
  if (!isEqualSecret(headers.authorization ?? '', `Bearer ${token}`)) {
    throw new HttpError(401, 'token', 'the token is missing or wrong', {
      help: 'open the address that the command printed',
    })
  }
}

/** Compares hashes of equal length, in a time that does not depend on the texts. */
function isEqualSecret(given: string, secret: string): boolean {
  const { createHash, timingSafeEqual } = process.getBuiltinModule('node:crypto')
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(secret))
}
