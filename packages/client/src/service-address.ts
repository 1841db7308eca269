import { OperationError } from '@scenewright/model'

/** The target of requests: the origin for the connection, and the prefix of each path. */
export interface ServiceAddress {
  readonly origin: string
  readonly prefix: string
}

/**
 * Reads the address of a service: https, or http to this machine only, without `/api/v1`. Anything else is an
 * OperationError with the code `config`; its message never shows the part before an @.
 */
export function readAddress(text: string): ServiceAddress {
  const url = parse(text)
  if (url.username !== '' || url.password !== '') throw refused('the url of the service holds credentials', secretHelp)
  if (url.search !== '' || url.hash !== '') throw refused(`the url "${text}" of the service has a query or a fragment`)
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    throw refused(
      `the url "${text}" of the service is not https`,
      'credentials go over plain http to this machine only',
    )
  }
  const path = url.pathname.replace(/\/+$/, '')
  if (path.endsWith('/api/v1')) throw refused(`the url "${text}" of the service holds /api/v1`, 'leave /api/v1 out')
  return { origin: url.origin, prefix: `${path}/api/v1` }
}

const secretHelp = 'set SCENEWRIGHT_EMAIL and SCENEWRIGHT_API_KEY instead'

function parse(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol === 'https:' || url?.protocol === 'http:') return url
  throw refused(`the url of the service is not an http address${text.includes('@') ? '' : `: "${text}"`}`)
}

/**
 * Whether a host is this machine, by name only, in the form of the URL standard: 127.1 has already become 127.0.0.1.
 */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)
}

function refused(message: string, help = 'give the service host as https://<host>'): OperationError {
  return new OperationError('config', message, { help })
}
