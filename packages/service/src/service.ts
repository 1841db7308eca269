import type { lookup } from 'node:dns'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { OperationError } from '@scenewright/model'
import type { FastifyInstance } from 'fastify'
import { createCredits } from './accounts/credits.ts'
import { createAgentReader } from './agents/agent-reader.ts'
import { startAnswerQueue } from './answering/answer-queue.ts'
import { createReplyBeyondScenarios } from './answering/beyond-scenarios.ts'
import { createPreparedBots } from './answering/prepared-bots.ts'
import type { Settled } from './answering/settle-completions.ts'
import { startBackgroundWork } from './background-work.ts'
import { createAcceptance } from './completions/accept.ts'
import { type Database, type DatabaseLocation, openDatabase } from './database/open-database.ts'
import { releaseOrphans, takeOwnership } from './database/ownership.ts'
import { createEgress } from './egress/egress.ts'
import { createGuardedFetch } from './egress/guarded-fetch.ts'
import { isLoopbackHost } from './egress/target-address.ts'
import { callFunction, type FunctionMeans } from './functions/call-function.ts'
import { openHeaderVault } from './functions/header-vault.ts'
import { createUntrustedWork } from './functions/untrusted-work.ts'
import { createAuthorization } from './http/authorization.ts'
import { createFailedAttempts } from './http/failed-attempts.ts'
import { loggerOptions } from './http/log.ts'
import { createServer } from './http/server.ts'
import { createTurns } from './idempotency/turns.ts'
import { createSlices } from './in-slices.ts'
import { createKnowledge } from './knowledge/knowledge.ts'
import { createLookups } from './lookups.ts'
import { measuredProviders } from './metrics/measured-providers.ts'
import { noMeters } from './metrics/meters.ts'
import { createMetrics, type Metrics } from './metrics/metrics.ts'
import { createReadiness } from './operations/readiness.ts'
import type { ProvidersSettings } from './providers/provider-settings.ts'
import { createProviders, type Providers } from './providers/providers.ts'
import { startDeliveryQueue } from './webhooks/delivery-queue.ts'
import { deliverySchedule } from './webhooks/schedule.ts'

/** How a service is started. All but the place of its data has a default. */
export interface ServiceOptions extends DatabaseLocation {
  /** 127.0.0.1 where absent. */
  readonly host?: string
  /** 0, which is where absent, takes a free one. */
  readonly port?: number
  /** A proxy stands in front that speaks TLS: needed for any host but this machine. */
  readonly behindProxy?: boolean
  /** Unknown fields of bodies are ignored rather than refused. */
  readonly loose?: boolean
  /** Another account's objects are said not to be there, rather than to be forbidden. */
  readonly hideForeign?: boolean
  /** The key of the values of headers; absent: `header.key` in the data folder, and on a PostgreSQL none. */
  readonly keyFile?: string
  /** Requests that each account may make from now on; absent: as many as it likes. */
  readonly credits?: number
  /** Language models by the ids that bots name them by; a bot that names another answers offline. */
  readonly providers?: ProvidersSettings
  /** Completions of a bot whose provider is not set up are refused rather than answered offline. */
  readonly strictProviders?: boolean
  /** How long the journal is kept, with what is attached to it, in days; 30 where absent. */
  readonly retentionDays?: number
  /** How long a close waits before it stops accepting, so that whoever sends work here may see it coming; absent: 0. */
  readonly drainMs?: number
  /** Whether `/metrics` is offered; absent: where this machine alone can ask. */
  readonly metrics?: boolean
  /** Where the log goes, a JSON object a line; absent: nowhere. */
  readonly log?: Writable
  /** Waits before each attempt of a delivery, in milliseconds, the first included; and how long one may take. */
  readonly delivery?: { readonly schedule?: readonly number[]; readonly timeoutMs?: number }
  /** Finds the addresses of the names that requests go out to; absent: as this machine does. */
  readonly resolve?: typeof lookup
}

/** A service that answers. */
export interface RunningService {
  /** Without /api/v1. */
  readonly url: string
  /** Stops accepting, ends what is under way, and gives the data back; within seconds. */
  close(): Promise<void>
}

/** How long an attempt of a delivery may take, in milliseconds. */
const deliveryTimeoutMs = 15_000
/** How long a close waits for requests that are under way, in milliseconds. */
const patienceMs = 2000
/** The longest answer of a provider, in bytes. */
const longestModelAnswer = 4 * 1024 * 1024
/** How long the journal is kept, in days. */
const retentionDays = 30
const dayMs = 24 * 60 * 60 * 1000
/** How often the work of services that died on a shared database is looked for, in milliseconds. */
const orphansMs = 5000

/**
 * Starts the service. Rejects with an OperationError: `usage` for options that do not go together, `state` where the
 * data folder is in use, `service` where the database or the port cannot be had.
 */
export async function startService(options: ServiceOptions): Promise<RunningService> {
  const host = options.host ?? '127.0.0.1'
  const isLoopback = isLoopbackHost(host)
  if (!isLoopback && options.behindProxy !== true) {
    throw new OperationError('usage', `The service speaks plain HTTP, and does not listen on "${host}" on its own.`, {
      help: 'Listen on 127.0.0.1, or put a proxy that speaks TLS in front and say so.',
    })
  }
  const isMeasured = options.metrics ?? (isLoopback && options.behindProxy !== true)
  const metrics = isMeasured ? await createMetrics() : undefined
  const database = await openDatabase(options, {
    ...(metrics && { onStatement: ({ queryDurationMillis: ms }) => metrics.meters.statementCarriedOut(ms) }),
  })
  try {
    return await serve(database, { ...options, host }, metrics)
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Without a file there is nowhere to keep a key. */
function keyFileOf({ keyFile, dataFolder }: ServiceOptions): string | undefined {
  return keyFile ?? (dataFolder === undefined ? undefined : join(dataFolder, 'header.key'))
}

async function serve(
  database: Database,
  options: ServiceOptions & { readonly host: string },
  metrics: Metrics | undefined,
): Promise<RunningService> {
  const { kysely } = database
  const meters = metrics?.meters ?? noMeters
  let state: 'running' | 'draining' | 'closing' = 'running'
  const keyFile = keyFileOf(options)
  const headerVault = keyFile === undefined ? undefined : openHeaderVault(keyFile)
  const owner = await takeOwnership(database)
  await releaseOrphans(kysely)

  const clock = () => new Date()
  const lookups = createLookups(kysely)
  const inSlices = createSlices()
  const knowledge = createKnowledge(kysely, inSlices)
  const retentionMs = (options.retentionDays ?? retentionDays) * dayMs
  const policy = { allowLoopback: isLoopbackHost(options.host) }
  const egress = createEgress(policy, options.resolve)
  const providers = measuredProviders(providersOf(options), meters)
  const functionMeans: FunctionMeans = {
    fetch: createGuardedFetch(options.resolve === undefined ? {} : { resolve: options.resolve }),
    vault: headerVault,
    untrusted: createUntrustedWork(),
  }
  const onError = (error: unknown) => server.log.error({ err: error }, 'work failed')
  const server: FastifyInstance = createServer({
    service: {
      kysely,
      lookups,
      clock,
      credits: createCredits(options.credits),
      targetPolicy: policy,
      hideForeign: options.hideForeign ?? false,
      headerVault,
      functionMeans,
      providers,
      strictProviders: options.strictProviders ?? false,
      knowledge,
      inSlices,
      acceptance: counted(
        createAcceptance(kysely, () => answers.wake()),
        meters.completionAccepted,
      ),
      inTurn: createTurns(),
      wake: kind => background.wake(kind),
      retentionMs,
    },
    authorize: createAuthorization(lookups, createFailedAttempts(Date.now)),
    loose: options.loose ?? false,
    behindProxy: options.behindProxy ?? false,
    logger: options.log !== undefined && loggerOptions(options.log),
    health: {
      readiness: () => readiness(),
      ...(metrics && { metrics: { contentType: metrics.contentType, text: () => metrics.text(kysely) } }),
    },
    meters,
    isClosing: () => state === 'closing',
  })
  const deliveries = startDeliveryQueue({
    kysely,
    lookups,
    owner,
    egress,
    clock,
    random: Math.random,
    onAttempted: meters.deliveryAttempted,
    onError,
    schedule: options.delivery?.schedule ?? deliverySchedule,
    timeoutMs: options.delivery?.timeoutMs ?? deliveryTimeoutMs,
  })
  const preparedBots = createPreparedBots(kysely)
  const onSettled = (results: readonly Settled[]) => {
    deliveries.wake()
    for (const { status } of results) meters.completionSettled(status)
  }
  const stopping = new AbortController()
  const answers = startAnswerQueue({
    kysely,
    lookups,
    preparedBots,
    inSlices,
    agents: createAgentReader(kysely),
    replyBeyondScenarios: createReplyBeyondScenarios({
      kysely,
      providers,
      stopping: stopping.signal,
      knowledge,
      callFunction: async (called, args, signal) => {
        const begunAt = performance.now()
        const result = await callFunction(called, args, { ...functionMeans, signal })
        meters.functionCalled(result.kind === 'value' ? 'answered' : 'failed', performance.now() - begunAt)
        return result
      },
    }),
    owner,
    isShared: database.isShared,
    clock,
    abort: () => stopping.abort(),
    onSettled,
    onError,
  })
  const background = startBackgroundWork({ kysely, lookups, owner, clock, inSlices, retentionMs, onError })
  const takeUpOrphans = async () => {
    await releaseOrphans(kysely)
    answers.wake()
    deliveries.wake()
  }
  const orphans = database.isShared ? setInterval(() => takeUpOrphans().catch(onError), orphansMs) : undefined

  const readiness = createReadiness({ kysely, loops: [answers, deliveries], isStopping: () => state !== 'running' })

  const stop = async () => {
    state = 'closing'
    await closeServer(server)
    clearInterval(orphans)
    await answers.stop()
    await background.stop()
    await deliveries.stop()
    egress.close()
    await functionMeans.untrusted.close()
  }
  const url = await listen(server, options).catch(async error => {
    await stop()
    throw error
  })
  return {
    url,
    async close() {
      state = 'draining'
      await wait(options.drainMs ?? 0)
      await stop()
      await database.close()
    },
  }
}

/** A provider is reached at its own address alone; on a private network only where the operator said so. */
function providersOf({ providers = {}, resolve }: ServiceOptions): Providers {
  return createProviders(providers, (origin, isPrivate) =>
    createGuardedFetch({
      maxResponseBytes: longestModelAnswer,
      ...(isPrivate && { allowedOrigins: [origin] }),
      ...(resolve !== undefined && { resolve }),
    }),
  )
}

/** The same, with a word once it is done. */
function counted<Item, Result>(
  work: (item: Item) => Promise<Result>,
  onDone: () => void,
): (item: Item) => Promise<Result> {
  return async item => {
    const result = await work(item)
    onDone()
    return result
  }
}

/** Answers what was asked; who has not finished asking by then is cut off. */
async function closeServer(server: FastifyInstance): Promise<void> {
  const timer = setTimeout(() => server.server.closeAllConnections(), patienceMs)
  await server.close()
  clearTimeout(timer)
}

async function listen(server: FastifyInstance, { host, port = 0 }: { readonly host: string; readonly port?: number }) {
  try {
    await server.listen({ host, port })
  } catch (error) {
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
    throw new OperationError('service', `The service cannot listen on ${host}, port ${port}.`, {
      cause: error,
      help: isTaken ? 'Something listens there already. Port 0 takes a free one.' : String(error),
    })
  }
  const { address, family, port: actual } = server.server.address() as AddressInfo
  const name = host === 'localhost' ? host : family === 'IPv6' ? `[${address}]` : address
  return `http://${name}:${actual}`
}
