import { OperationError } from '@scenewright/model'

/** The address of a service: the origin, and the prefix of its paths. */
export interface ServiceAddress {
  readonly origin: string
  readonly prefix: string
}

/** Reads the address of a service, without /api/v1: https, or http to this machine. Else an OperationError, `usage`. */
export function readServiceAddress(text: string): ServiceAddress {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw refused('the address of the service is no http address', 'give it as https://<host>')
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw refused('the address of the service holds more than a host and a path', 'give it as https://<host>')
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    throw refused(`"${text}" is not https`, 'credentials go over plain http to this machine only')
  }
  const prefix = url.pathname.replace(/\/+$/, '')
  if (prefix.endsWith('/api/v1')) throw refused(`"${text}" holds /api/v1`, 'leave /api/v1 out')
  return { origin: url.origin, prefix }
}

/** Whether a host, as the URL standard writes it, is this machine. */
function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)
}

function refused(message: string, help: string): OperationError {
  return new OperationError('usage', message, { help })
}
