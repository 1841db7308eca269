import type { lookup } from 'node:dns'
import type { Writable } from 'node:stream'
import type { DatabaseLocation } from '../database/open-database.ts'
import type { ProvidersSettings } from '../providers/provider-settings.ts'
import type { Timers } from './timers.ts'

/** How a service is started. All but the place of its data has a default. */
export interface ServiceOptions extends DatabaseLocation {
  /** 127.0.0.1 if absent. */
  readonly host?: string
  /** 0, which is if absent, takes a free one. */
  readonly port?: number
  /** A proxy in front terminates TLS: needed for any host but this machine. */
  readonly behindProxy?: boolean
  /** Unknown fields of bodies are ignored rather than refused. */
  readonly ignoreUnknownFields?: boolean
  /** Objects of other accounts give 404 rather than 403. */
  readonly maskForbidden?: boolean
  /** The key of the values of headers; default: `header.key` in the data folder, and on a PostgreSQL none. */
  readonly keyFile?: string
  /** Values of headers that the key does not open are discarded, rather than the start refused. */
  readonly discardHeaderValues?: boolean
  /** Requests that each account may make from now on; default: as many as it likes. */
  readonly credits?: number
  /** Language models by the ids that bots name them by; a bot that names another answers offline. */
  readonly providers?: ProvidersSettings
  /** Completions of a bot whose provider is not set up are refused rather than answered offline. */
  readonly strictProviders?: boolean
  /** How long the journal is kept, with what is attached to it, in days; 30 if absent. */
  readonly retentionDays?: number
  /** How long a close waits before it stops accepting, so that load balancers notice; default: 0. */
  readonly drainMs?: number
  /** Whether `/metrics` is offered; default: where this machine alone can ask. */
  readonly metrics?: boolean
  /** Where the log goes, a JSON object a line; default: nowhere. */
  readonly log?: Writable
  /** Waits before each attempt of a delivery, in milliseconds, the first included; and how long one may take. */
  readonly delivery?: { readonly schedule?: readonly number[]; readonly timeoutMs?: number }
  /** Finds the addresses of the names that requests go out to; default: as this machine does. */
  readonly resolve?: typeof lookup
  /** The date; default: the machine's. */
  readonly clock?: () => Date
  /** Waits and time-outs; default: by the machine's clock. */
  readonly timers?: Timers
}
