import type { FastifyInstance } from 'fastify'
import type { Readiness } from '../operations/readiness.ts'

/** What those who run the service are told, without authorization: nothing of an account is among it. */
export interface HealthOptions {
  readonly readiness: () => Promise<Readiness>
  /** Absent where metrics are not offered. */
  readonly metrics?: { readonly contentType: string; text(): Promise<string> }
}

/** Adds `/livez` (the process answers), `/readyz` (it can work: else 503) and `/metrics`. */
export function addHealthRoutes(server: FastifyInstance, { readiness, metrics }: HealthOptions): void {
  server.get('/livez', () => ({ status: 'alive' }))
  server.get('/readyz', async (_request, reply) => {
    const status = await readiness()
    return reply.code(status === 'ready' ? 200 : 503).send({ status })
  })
  if (metrics === undefined) return
  server.get('/metrics', async (_request, reply) => reply.type(metrics.contentType).send(await metrics.text()))
}
