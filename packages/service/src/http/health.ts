import type { FastifyInstance } from 'fastify'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../database/tables.ts'
import type { WorkLoop } from '../jobs/work-loop.ts'
import { type Timers, valueWithinSecond } from '../runtime/timers.ts'

/** Routes for the operator, without authorization. They show no data of accounts. */
export interface HealthOptions {
  readonly readiness: () => Promise<Readiness>
  /** Absent if metrics are not available. */
  readonly metrics?: { readonly contentType: string; text(): Promise<string> }
}

/** Adds `/livez` (the process responds), `/readyz` (it can work: else 503) and `/metrics`. */
export function addHealthRoutes(server: FastifyInstance, { readiness, metrics }: HealthOptions): void {
  server.get('/livez', () => ({ status: 'alive' }))
  server.get('/readyz', async (_request, reply) => {
    const status = await readiness()
    return reply.code(status === 'ready' ? 200 : 503).send({ status })
  })
  if (metrics === undefined) return
  server.get('/metrics', async (_request, reply) => reply.type(metrics.contentType).send(await metrics.text()))
}

/** Whether the service is ready for requests, or why not. */
type Readiness =
  | 'ready'
  | 'stopping'
  | 'database does not respond'
  | 'lock in the database is lost'
  | 'background work is stuck'

/** The dependencies of readiness. */
interface ReadinessOptions {
  readonly kysely: Kysely<Tables>
  readonly loops: readonly Pick<WorkLoop, 'isAlive'>[]
  /** Whether the lock of this process is held. */
  readonly canClaim: () => boolean
  readonly isStopping: () => boolean
  readonly timers: Timers
}

/** Checks the database, once for all concurrent callers. */
export function createReadiness(options: ReadinessOptions): () => Promise<Readiness> {
  const { kysely, loops, canClaim, isStopping, timers } = options
  let asked: Promise<unknown> | undefined
  const askDatabase = () => {
    asked ??= sql`select 1`.execute(kysely).finally(() => {
      asked = undefined
    })
    return asked
  }
  return async () => {
    if (isStopping()) return 'stopping'
    if ((await valueWithinSecond(askDatabase(), timers)) === undefined) return 'database does not respond'
    if (!canClaim()) return 'lock in the database is lost'
    return loops.every(loop => loop.isAlive()) ? 'ready' : 'background work is stuck'
  }
}
