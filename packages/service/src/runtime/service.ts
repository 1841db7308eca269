import { OperationError } from '@scenewright/model'
import { createCredits } from '../accounts/credits.ts'
import { createQuotas } from '../accounts/quotas.ts'
import { closeAfter, type Database, openDatabase } from '../database/open-database.ts'
import { releaseOrphans } from '../database/ownership.ts'
import { isLoopbackHost } from '../egress/target-address.ts'
import { createAuthorization, createFailedAttempts, createRateLimit } from '../http/authorization.ts'
import { createReadiness } from '../http/health.ts'
import { loggerOptions } from '../http/log.ts'
import { addOperations, closeServer, createServer, listen } from '../http/server.ts'
import { createMetrics, type Metrics, noMeters } from '../metrics/metrics.ts'
import { providerAddress } from '../providers/provider-settings.ts'
import { createAcceptance } from '../resources/completions/accept.ts'
import { readTracingSettings } from '../tracing/settings.ts'
import { startTracing } from '../tracing/start-tracing.ts'
import { tracedAcceptance } from '../tracing/tracing.ts'
import { createKeyedMutex } from './keyed-mutex.ts'
import type { ServiceContext } from './service-context.ts'
import type { ServiceOptions } from './service-options.ts'
import { createParts, type ServiceParts } from './service-parts.ts'
import { startWork, type Work } from './start-work.ts'
import { machineTimers, waitFor } from './timers.ts'

/** The requests that each account may send in a minute: as many completions as a process can answer. */
const requestsPerMinute = 120_000
/** The time limits of a statement in PostgreSQL, and in the embedded database, in milliseconds. */
const statementMs = 30_000
const watchdogMs = 60_000
/** The time limit of a request, in milliseconds. */
const handlerTimeoutMs = 60_000
/** How long a close waits for work in progress, in milliseconds. */
const stopTimeoutMs = 15_000

/** A running service. */
export interface RunningService {
  /** The URL without /api/v1. */
  readonly url: string
  /** Whether the database had an account at the start: nobody can use the service without one. */
  readonly hasAccount: boolean
  /**
   * Resolves if the embedded database cannot be used any more: an OperationError `damaged`, `full`, `stuck` or
   * `usage`. All requests then end with 503; close the service.
   */
  readonly failed: Promise<OperationError>
  /** Stops accepting requests, ends the work in progress, and closes the database; within seconds. */
  close(): Promise<void>
}

/**
 * Starts the service. Rejects with an OperationError: `usage` for a wrong configuration, `state` if the data folder is
 * in use, `damaged` or `full` if its database cannot be used, `service` if the database or the port is not available.
 */
export async function startService(options: ServiceOptions): Promise<RunningService> {
  const host = options.host ?? '127.0.0.1'
  const isLoopback = isLoopbackHost(host)
  if (!isLoopback && options.behindProxy !== true) {
    throw new OperationError(
      'usage',
      `The service uses plain HTTP, so it does not listen on "${host}" without a proxy.`,
      {
        help: 'Listen on 127.0.0.1, or use a TLS proxy in front and --behind-proxy.',
      },
    )
  }
  // Before a database is created.
  readTracingSettings(options.environment)
  for (const [id, settings] of Object.entries(options.providers ?? {})) providerAddress(id, settings)
  const isMeasured = options.metrics ?? (isLoopback && options.behindProxy !== true)
  const metrics = isMeasured ? await createMetrics() : undefined
  const database = await openDatabase(options, {
    limits: { statementMs, watchdogMs, ...options.databaseLimits },
    ...(options.timers && { timers: options.timers }),
    ...(metrics && {
      onStatement: ({ queryDurationMillis: ms }) => metrics.meters.statementCarriedOut(ms),
      onLockLost: metrics.meters.lockLost,
    }),
  })
  try {
    return await serve(database, { ...options, host }, metrics)
  } catch (error) {
    throw await closeAfter(database, error)
  }
}

async function serve(
  database: Database,
  options: ServiceOptions & { readonly host: string },
  metrics: Metrics | undefined,
): Promise<RunningService> {
  const { kysely } = database
  const meters = metrics?.meters ?? noMeters
  const onError = (error: unknown) => server.log.error({ err: error }, 'work failed')
  const tracing = await startTracing(options.environment, {
    ...options,
    timers: options.timers ?? machineTimers,
    onError,
  })
  let state: 'running' | 'draining' | 'closing' = 'running'

  const server = createServer({
    behindProxy: options.behindProxy ?? false,
    logger: options.log !== undefined && loggerOptions(options.log),
    meters,
    tracing,
  })
  const parts = await createParts(database, options, { meters, tracing, log: server.log })
  await releaseOrphans(kysely, parts.owner)
  const account = await kysely.selectFrom('accounts').select('id').limit(1).executeTakeFirst()
  const work = startWork(parts, options, onError)
  const readiness = createReadiness({ ...parts, loops: work.loops, isStopping: () => state !== 'running' })
  const failedAttempts = createFailedAttempts(() => parts.timers.now())
  addOperations(server, {
    service: contextOf(parts, options, work),
    authorize: createAuthorization(parts.loaders, failedAttempts),
    rateLimit: createRateLimit(options.requestsPerMinute ?? requestsPerMinute, parts.timers.now),
    ignoreUnknownFields: options.ignoreUnknownFields ?? false,
    health: {
      readiness,
      ...(metrics && { metrics: { contentType: metrics.contentType, text: () => metrics.text(parts) } }),
    },
    timers: parts.timers,
    handlerTimeoutMs: options.handlerTimeoutMs ?? handlerTimeoutMs,
    isClosing: () => state === 'closing',
  })
  const stop = async () => {
    state = 'closing'
    const cancel = parts.timers.after(options.stopTimeoutMs ?? stopTimeoutMs, () => database.abort())
    await closeServer(server, parts.timers)
    await work.stop()
    await parts.close()
    await tracing.close()
    cancel()
  }
  const url = await listen(server, options).catch(async error => {
    await stop()
    throw error
  })
  return {
    url,
    hasAccount: account !== undefined,
    failed: database.failed,
    async close() {
      state = 'draining'
      await waitFor(parts.timers, options.drainMs ?? 0)
      await stop()
      await database.close()
    },
  }
}

/** The context of the operations. */
function contextOf(parts: ServiceParts, options: ServiceOptions, work: Work): ServiceContext {
  const accept = tracedAcceptance(parts.tracing, createAcceptance({ ...parts, arrivals: work.answers.arrivals }))
  return {
    ...parts,
    credits: createCredits(options.credits),
    quotas: createQuotas(options.quotas ?? {}, parts),
    maskForbidden: options.maskForbidden ?? false,
    strictProviders: options.strictProviders ?? false,
    async acceptance(accepted) {
      const earlier = await accept(accepted)
      if (earlier === undefined) parts.meters.completionAccepted()
      return earlier
    },
    requestLocks: createKeyedMutex(),
    wake: kind => work[kind]?.wake(),
  }
}
