import type { lookup } from 'node:dns'
import type { Writable } from 'node:stream'
import type { QuotaSettings } from '../accounts/quotas.ts'
import type { DatabaseLocation } from '../database/open-database.ts'
import type { DatabaseLimits } from '../database/postgres.ts'
import type { ProvidersSettings } from '../providers/provider-settings.ts'
import type { Environment } from '../tracing/settings.ts'
import type { Timers } from './timers.ts'

/** The options of a service. All except the location of its data have a default. */
export interface ServiceOptions extends DatabaseLocation {
  /** Default: 127.0.0.1. */
  readonly host?: string
  /** Default: 0, which selects a free port. */
  readonly port?: number
  /** A proxy in front terminates TLS: required for any host except this machine. */
  readonly behindProxy?: boolean
  /** Results may be sent to webhooks on this machine, also over plain HTTP: anyone with an account reaches its ports. */
  readonly allowLoopbackWebhooks?: boolean
  /** Unknown fields of bodies are ignored rather than rejected. */
  readonly ignoreUnknownFields?: boolean
  /** Objects of other accounts give 404 rather than 403. */
  readonly maskForbidden?: boolean
  /** The file with the key for header values; default: `header.key` in the data folder, and none with PostgreSQL. */
  readonly keyFile?: string
  /** Discards header values that the key does not decrypt, instead of refusing to start. */
  readonly discardHeaderValues?: boolean
  /** The number of requests that each account may make from now on; default: unlimited. */
  readonly credits?: number
  /** The requests that each account may send in a minute; default: 120,000; 0: unlimited. */
  readonly requestsPerMinute?: number
  /** The limits of every account. */
  readonly quotas?: QuotaSettings
  /** Language models by provider id; a bot that names another one answers offline. */
  readonly providers?: ProvidersSettings
  /** Completions of a bot whose provider is not configured are rejected rather than answered offline. */
  readonly strictProviders?: boolean
  /**
   * The time limit of a completion, in milliseconds; after it the result is ERROR. Default: 300,000, or 30,000 more than
   * the longest limit of a provider.
   */
  readonly answerTimeoutMs?: number
  /** How long the journal is kept, with its attachments, in days; default: 30. */
  readonly retentionDays?: number
  /** How long the content of deleted objects is kept, in days; default: 7. */
  readonly eraseAfterDays?: number
  /** How long a dialogue is kept after its last message, in days; forever by default. */
  readonly dialogueDays?: number
  /** How long a close waits before it stops accepting, so that load balancers notice; default: 0. */
  readonly drainMs?: number
  /** Whether `/metrics` is available; default: if only this machine can reach the service. */
  readonly metrics?: boolean
  /** Standard variables OTEL_…, which may name a collector of traces; default: none. */
  readonly environment?: Environment
  /** The stream for the log, one JSON object per line; default: no log. */
  readonly log?: Writable
  /**
   * The delays before each attempt of a delivery, in milliseconds, including the first; and the time limit of an
   * attempt.
   */
  readonly delivery?: { readonly schedule?: readonly number[]; readonly timeoutMs?: number }
  /** The time limit of a request, in milliseconds; after it the response is 503. Default: 60,000. */
  readonly handlerTimeoutMs?: number
  /** The time limits of the database; a statement may take 30,000 ms in PostgreSQL, and 60,000 in the embedded one. */
  readonly databaseLimits?: DatabaseLimits
  /** How long a close waits for work in progress before it closes the database, in milliseconds; default: 15,000. */
  readonly stopTimeoutMs?: number
  /** Resolves the names of targets; default: as this machine does. */
  readonly resolve?: typeof lookup
  /** The clock; default: the machine's. */
  readonly clock?: () => Date
  /** The timers; default: the machine's. */
  readonly timers?: Timers
}
