import type { Writable } from 'node:stream'
import type { FastifyServerOptions } from 'fastify'
import { loggedError } from './logged-error.ts'

/**
 * The log as JSON lines on a stream. Neither headers nor queries nor bodies go into it: they hold keys and customers'
 * words. What requests were is said once they are answered: see `observeRequests`.
 */
export function loggerOptions(stream: Writable): NonNullable<FastifyServerOptions['logger']> {
  return {
    level: 'info',
    stream: { write: line => stream.write(line) },
    serializers: { err: error => ({ ...loggedError(error) }), req: () => ({}) },
  }
}
