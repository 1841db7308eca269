import type { FastifyInstance, FastifyRequest } from 'fastify'
import { readId } from '../identifiers.ts'
import type { Meters } from '../metrics/meters.ts'

/** Says of every request, once it is answered, what it was and what came of it: in the log, and to the meters. */
export function observeRequests(server: FastifyInstance, meters: Meters): void {
  server.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request
    const status = reply.statusCode
    const ms = reply.elapsedTime
    meters.requestAnswered({ method, route: routeOptions.url ?? 'none', status }, ms)
    const { id: reqId, ip: from } = request
    request.log.info({ reqId, method, path: loggedPath(request), status, ms: Math.round(ms * 10) / 10, from })
    done()
  })
}

/** The path as far as it is known to hold nothing but ids: somebody may put a key where an id belongs. */
function loggedPath({ routeOptions, params }: FastifyRequest): string {
  const { url = 'none' } = routeOptions
  if (!url.includes(':')) return url
  // The router's parameters are those of the address.
  const given = params as Readonly<Record<string, string>>
  return url.replaceAll(/:(\w+)/g, (_, name) => readId(given[name] ?? '') ?? '\u2026')
}
