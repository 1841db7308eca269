import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import type { Database } from '../database/open-database.ts'
import { type Ownership, takeOwnership } from '../database/ownership.ts'
import type { Tables } from '../database/tables.ts'
import { createEgress, type Egress } from '../egress/egress.ts'
import { createGuardedFetch } from '../egress/guarded-fetch.ts'
import type { TargetPolicy } from '../egress/target-address.ts'
import type { ErasureAges } from '../jobs/erasure.ts'
import { type Meters, measuredProviders } from '../metrics/metrics.ts'
import { createEmbeddings, type Embeddings, embeddingsId } from '../providers/embeddings.ts'
import { providerAddress } from '../providers/provider-settings.ts'
import { createProviders, type Providers } from '../providers/providers.ts'
import { createMeaning } from '../resources/embeddings/meaning.ts'
import type { FunctionCallDependencies } from '../resources/functions/call.ts'
import type { HeaderVault } from '../resources/functions/header-vault.ts'
import { openVaultFor } from '../resources/functions/sealed-values.ts'
import { createUntrustedWork } from '../resources/functions/untrusted-work.ts'
import { type ComparableKnowledgeSearch, createKnowledgeSearch } from '../resources/knowledge/search.ts'
import { type Tracing, tracedFetch } from '../tracing/tracing.ts'
import { createDataLoaders, type DataLoaders } from './data-loaders.ts'
import { createPace, type ServicePace } from './pace.ts'
import type { ServiceOptions } from './service-options.ts'
import { createTimeSlicer, type TimeSlicer } from './time-slicer.ts'
import { machineTimers, type Timers } from './timers.ts'

/** The maximum size of a provider's response, in bytes. */
const maxModelAnswerBytes = 4 * 1024 * 1024
const maxEmbeddingsBytes = 64 * 1024 * 1024
/** How long the journal is kept, in days. */
const retentionDays = 30
/** How long the content of deleted objects is kept, in days. */
const eraseAfterDays = 7
const dayMs = 24 * 60 * 60 * 1000

/** The log of the service. */
export type ServiceLog = Pick<FastifyBaseLogger, 'info' | 'warn'>

/** The components that operations and background work share. */
export interface ServiceParts extends Ownership {
  readonly kysely: Kysely<Tables>
  /** Whether other services may share the database. */
  readonly isShared: boolean
  readonly clock: () => Date
  readonly timers: Timers
  readonly pace: ServicePace
  readonly loaders: DataLoaders
  readonly slicer: TimeSlicer
  readonly knowledge: ComparableKnowledgeSearch
  readonly headerVault: HeaderVault | undefined
  readonly targetPolicy: TargetPolicy
  readonly egress: Egress
  readonly providers: Providers
  /** Absent if no provider of embeddings is configured. */
  readonly embeddings: Embeddings | undefined
  readonly functionCalls: FunctionCallDependencies
  readonly meters: Meters
  readonly tracing: Tracing
  readonly retentionMs: number
  readonly erasureAges: ErasureAges
  /** Closes the parts that have threads or connections. */
  close(): Promise<void>
}

/** Creates the components of a service. Rejects with an OperationError `state` if the key file is missing, or has no key or another one. */
export async function createParts(
  database: Database,
  options: ServiceOptions & { readonly host: string },
  { meters, tracing, log }: { readonly meters: Meters; readonly tracing: Tracing; readonly log: ServiceLog },
): Promise<ServiceParts> {
  const { kysely, isShared } = database
  const headerVault = await openVault(kysely, options)
  const { clock = () => new Date(), timers = machineTimers } = options
  const pace = createPace()
  const slicer = createTimeSlicer()
  const targetPolicy = { allowLoopback: options.allowLoopbackWebhooks ?? false }
  const egress = createEgress(targetPolicy, options.resolve)
  const untrusted = createUntrustedWork({ timers })
  const embeddings = embeddingsOf(options, { timers, meters, tracing, log })
  return {
    kysely,
    isShared,
    ...(await takeOwnership(database)),
    clock,
    timers,
    pace,
    loaders: createDataLoaders(kysely, timers, pace),
    slicer,
    knowledge: createKnowledgeSearch(
      kysely,
      slicer,
      embeddings && createMeaning({ kysely, slicer, embeddings, timers }),
    ),
    headerVault,
    targetPolicy,
    egress,
    providers: measuredProviders(providersOf(options, timers, tracing), meters, timers),
    embeddings,
    functionCalls: {
      fetch: tracedFetch(tracing, 'function call', createGuardedFetch(resolverOf(options))),
      vault: headerVault,
      untrusted,
      timers,
    },
    meters,
    tracing,
    retentionMs: (options.retentionDays ?? retentionDays) * dayMs,
    erasureAges: {
      deletedMs: (options.eraseAfterDays ?? eraseAfterDays) * dayMs,
      ...(options.dialogueDays !== undefined && { dialogueMs: options.dialogueDays * dayMs }),
    },
    async close() {
      egress.close()
      await untrusted.close()
    },
  }
}

/** Without a data folder there is no place for a key file. */
function openVault(
  kysely: Kysely<Tables>,
  { keyFile, dataFolder, discardHeaderValues = false }: ServiceOptions,
): Promise<HeaderVault | undefined> {
  const file = keyFile ?? (dataFolder === undefined ? undefined : join(dataFolder, 'header.key'))
  return openVaultFor(kysely, { keyFile: file, discardsValues: discardHeaderValues })
}

function providersOf(options: ServiceOptions, timers: Timers, tracing: Tracing): Providers {
  return createProviders(options.providers ?? {}, { fetchFor: fetchOf(options, maxModelAnswerBytes, tracing), timers })
}

/** A provider is reached only at its own address, on a private network only if the operator allows it. */
function fetchOf(options: ServiceOptions, maxResponseBytes: number, tracing: Tracing) {
  return (origin: string, isPrivate: boolean) => {
    const send = createGuardedFetch({
      maxResponseBytes,
      ...(isPrivate && { allowedOrigins: [origin] }),
      ...resolverOf(options),
    })
    return tracedFetch(tracing, 'provider request', send)
  }
}

function embeddingsOf(
  options: ServiceOptions,
  { timers, meters, tracing, log }: Pick<ServiceParts, 'timers' | 'meters' | 'tracing'> & { readonly log: ServiceLog },
): Embeddings | undefined {
  const settings = options.providers?.embeddings
  if (settings === undefined) return undefined
  const { origin } = providerAddress(embeddingsId, settings)
  return createEmbeddings(settings, {
    fetch: fetchOf(options, maxEmbeddingsBytes, tracing)(origin, settings.allowPrivate ?? false),
    timers,
    onCalled: (outcome, ms) => meters.providerCalled(embeddingsId, outcome, ms),
    onChange(failure) {
      if (failure === undefined) log.info('embeddings are available again')
      else log.warn({ err: failure }, 'embeddings are not available: knowledge is searched by words')
    },
  })
}

function resolverOf({ resolve }: ServiceOptions) {
  return resolve === undefined ? {} : { resolve }
}
