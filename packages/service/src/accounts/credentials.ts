/** What a client says it is. */
export interface Credentials {
  readonly email: string
  readonly key: string
}

/** The credentials of an `Authorization: Basic` header, split at the first colon; undefined where it is none. */
export function readCredentials(header: string | undefined): Credentials | undefined {
  const encoded = /^basic +([a-z0-9+/]+={0,2}) *$/i.exec(header ?? '')?.[1]
  if (encoded === undefined) return undefined
  const decoded = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = decoded.indexOf(':')
  if (colon < 1 || decoded.includes('\0')) return undefined
  return { email: decoded.slice(0, colon), key: decoded.slice(colon + 1) }
}
