import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** The header in which requests and answers name a request. */
export const requestIdHeader = 'x-request-id'

/** Names each request, for its lines in the log and for its answer. A proxy that stands in front may name it itself. */
export function createRequestIds(behindProxy: boolean): (request: Pick<IncomingMessage, 'headers'>) => string {
  const start = randomBytes(6).toString('hex')
  let count = 0
  return ({ headers }) => {
    const given = headers[requestIdHeader]
    if (behindProxy && typeof given === 'string' && /^[\w.-]{1,64}$/.test(given)) return given
    count += 1
    return `${start}-${count}`
  }
}
