import type { Writable } from 'node:stream'
import type { FastifyRequest, FastifyServerOptions } from 'fastify'
import { pathOf } from './server.ts'

/** The log as JSON lines on a stream. Neither headers nor queries nor bodies go into it: they hold keys and customers' words. */
export function loggerOptions(stream: Writable): NonNullable<FastifyServerOptions['logger']> {
  return {
    level: 'info',
    stream: { write: line => stream.write(line) },
    serializers: {
      req: (request: FastifyRequest) => ({ method: request.method, path: pathOf(request.url), from: request.ip }),
    },
  }
}
