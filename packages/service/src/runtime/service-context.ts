import type { Kysely } from 'kysely'
import type { Credits } from '../accounts/credits.ts'
import type { Quotas } from '../accounts/quotas.ts'
import type { Tables } from '../database/tables.ts'
import type { TargetPolicy } from '../egress/target-address.ts'
import type { Embeddings } from '../providers/embeddings.ts'
import type { Providers } from '../providers/providers.ts'
import type { CompletionAcceptance } from '../resources/completions/accept.ts'
import type { FunctionCallDependencies } from '../resources/functions/call.ts'
import type { HeaderVault } from '../resources/functions/header-vault.ts'
import type { ComparableKnowledgeSearch } from '../resources/knowledge/search.ts'
import type { Tracing } from '../tracing/tracing.ts'
import type { DataLoaders } from './data-loaders.ts'
import type { KeyedMutex } from './keyed-mutex.ts'
import type { TimeSlicer } from './time-slicer.ts'
import type { Timers } from './timers.ts'

/** The context of every operation. */
export interface ServiceContext {
  readonly kysely: Kysely<Tables>
  readonly loaders: DataLoaders
  readonly clock: () => Date
  readonly timers: Timers
  readonly credits: Credits
  readonly quotas: Quotas
  readonly targetPolicy: TargetPolicy
  /** Objects of other accounts give 404 rather than 403. */
  readonly maskForbidden: boolean
  /** Absent if the service has no key file. */
  readonly headerVault: HeaderVault | undefined
  /** Calls functions, and checks them before they are stored. */
  readonly functionCalls: FunctionCallDependencies
  readonly providers: Providers
  /** Absent if no provider of embeddings is configured. */
  readonly embeddings: Embeddings | undefined
  /** Completions of a bot whose provider is not configured are rejected rather than answered offline. */
  readonly strictProviders: boolean
  readonly knowledge: ComparableKnowledgeSearch
  /** One for all, so that concurrent work does not lengthen a turn of the event loop. */
  readonly slicer: TimeSlicer
  readonly acceptance: CompletionAcceptance
  readonly tracing: Tracing
  readonly requestLocks: KeyedMutex
  /** Notifies the background work that there is something to do. */
  readonly wake: (kind: 'scans' | 'transfers' | 'embeddings') => void
  /** How long the journal and its attachments are kept. */
  readonly retentionMs: number
}
