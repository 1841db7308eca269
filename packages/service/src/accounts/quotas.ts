import { type Kysely, sql } from 'kysely'
import type { Tables } from '../database/tables.ts'
import { HttpError } from '../http/http-error.ts'
import type { Timers } from '../runtime/timers.ts'

/** The limits of every account. */
export interface QuotaSettings {
  /** Default: 10,000. */
  readonly bots?: number
  /** The documents of all bots of an account; default: 100,000. */
  readonly documents?: number
  /**
   * The size of documents, scenarios and attachments as the database stores them, in megabytes; default: 10,000.
   * Deleted ones count until their content is erased.
   */
  readonly storedMb?: number
}

/** A kind of thing that an account has a limited number of. */
export type Quota = 'bots' | 'documents' | 'bytes'

/** Checks the limits of accounts. */
export interface Quotas {
  /**
   * Counts more of something, and runs `add`, which stores it; not counted any more if that fails. Rejects with an
   * HttpError 429 if the account would exceed a limit. `add` gets a function to count the bytes by which stored content
   * has grown or shrunk, which throws the same error: call it before the transaction is committed.
   */
  adding<Value>(account: string, added: Added, add: (grown: Grown) => Promise<Value>): Promise<Value>
  /** After a deletion, the account is counted again before a request of it is rejected. */
  noteDeletion(account: string): void
}

/** What is added for sure, and at most how many bytes `add` may count besides. */
type Added = Partial<Counts> & { readonly mayGrow?: number }

/** Counts bytes that are stored now, and were not before. Throws an HttpError 429 if the account exceeds its limit. */
type Grown = (bytes: number) => void

type Counts = Record<Quota, number>

interface CachedCounts {
  readonly readAt: number
  readonly counts: Promise<Counts>
  /** Something was deleted since, or may be counted twice. */
  isUncertain: boolean
}

/** How long counts of the database are used, in milliseconds: counting takes as long as the account has records. */
const freshMs = 10_000
/** Before a request is rejected, counts older than this are read again, in milliseconds. */
const freshToRejectMs = 1000
/** The maximum number of accounts whose counts are cached. */
const maxAccounts = 10_000
const megabyte = 1_000_000
/** There is room only after something was deleted, or the operator has raised the limit. */
const retryAfter = { 'retry-after': '60' }

/** Adds what this process has accepted to the counts of the database. Other processes may exceed a limit meanwhile. */
export function createQuotas(
  { bots = 10_000, documents = 100_000, storedMb = 10_000 }: QuotaSettings,
  { kysely, timers }: { readonly kysely: Kysely<Tables>; readonly timers: Timers },
): Quotas {
  const limits: Counts = { bots, documents, bytes: storedMb * megabyte }
  const known = new Map<string, CachedCounts>()

  /** The number of requests that run, and what they add, by account. */
  const running = new Map<string, { requests: number; readonly added: Counts }>()

  const countsOf = (account: string, maxMs: number): Promise<Counts> => {
    const cached = known.get(account)
    if (cached !== undefined && timers.now() - cached.readAt < maxMs) return cached.counts
    const counts = readCounts(kysely, account)
    known.delete(account)
    known.set(account, { readAt: timers.now(), counts, isUncertain: false })
    counts.catch(() => known.delete(account))
    if (known.size > maxAccounts) known.delete(known.keys().next().value ?? '')
    return counts
  }
  const noteDeletion = (account: string) => {
    const cached = known.get(account)
    if (cached !== undefined) cached.isUncertain = true
  }
  /** Moves what a request has stored to the counts. Those that were read meanwhile may contain it already. */
  const settle = async (account: string, taken: Counts, before: Promise<Counts>) => {
    const cached = known.get(account)
    if (cached === undefined) return
    if (cached.counts !== before) cached.isUncertain = true
    addTo(await cached.counts.catch(() => ({ ...none })), taken)
  }
  return {
    async adding(account, { mayGrow = 0, ...more }, add) {
      const added: Counts = { ...none, ...more }
      const most = { ...added, bytes: added.bytes + mayGrow }
      const all = running.get(account) ?? { requests: 0, added: { ...none } }
      all.requests += 1
      running.set(account, all)
      const exceededBy = (counts: Counts, more: Counts) => over(addTo({ ...counts }, all.added), more, limits)
      const taken = { ...none }
      try {
        let reading = countsOf(account, freshMs)
        if (exceededBy(await reading, most) !== undefined) {
          reading = countsOf(account, known.get(account)?.isUncertain ? 0 : freshToRejectMs)
        }
        const counts = await reading
        const take = (more: Counts) => {
          const exceeded = exceededBy(counts, more)
          if (exceeded !== undefined) throw new HttpError(429, messages[exceeded](limits[exceeded]), retryAfter)
          for (const each of [all.added, taken]) addTo(each, more)
        }
        take(added)
        const result = await add(bytes => {
          take({ ...none, bytes })
          if (bytes < 0) noteDeletion(account)
        })
        await settle(account, taken, reading)
        return result
      } finally {
        for (const each of quotas) all.added[each] -= taken[each]
        all.requests -= 1
        if (all.requests === 0) running.delete(account)
      }
    },
    noteDeletion,
  }
}

const none: Counts = { bots: 0, documents: 0, bytes: 0 }

function addTo(counts: Counts, more: Counts): Counts {
  for (const each of quotas) counts[each] += more[each]
  return counts
}

const quotas: readonly Quota[] = ['bots', 'documents', 'bytes']

const messages: Readonly<Record<Quota, (limit: number) => string>> = {
  bots: limit => `The account has reached its limit of ${limit} bots.`,
  documents: limit => `The account has reached its limit of ${limit} documents.`,
  bytes: limit => `The account has reached its limit of ${limit / megabyte} MB of stored content.`,
}

function over(counts: Counts, added: Counts, limits: Counts): Quota | undefined {
  return quotas.find(quota => added[quota] > 0 && counts[quota] + added[quota] > limits[quota])
}

/** Sizes are those of the stored, compressed values, which the database knows without reading them. */
async function readCounts(kysely: Kysely<Tables>, account: string): Promise<Counts> {
  const { rows } = await sql<Counts>`
    with own as (select id, deleted_at from bots where account_id = ${account}),
    document as (
      select count(*) filter (where knowledges.deleted_at is null and own.deleted_at is null) as count,
        sum(pg_column_size(content)) as bytes
      from own join knowledges on knowledges.bot_id = own.id
    ),
    scenario as (
      select scenarios.id, pg_column_size(examples) + pg_column_size(exclusions) + coalesce(pg_column_size(layout), 0) as bytes
      from own join scenarios on scenarios.bot_id = own.id
    )
    select
      (select count(*) from own where deleted_at is null)::float8 as bots,
      (select count from document)::float8 as documents,
      (
        coalesce((select bytes from document), 0)
        + coalesce((select sum(bytes) from scenario), 0)
        + coalesce((select sum(pg_column_size(definition)) from versions join scenario on scenario.id = scenario_id), 0)
        + coalesce((select sum(pg_column_size(content)) from attachments where account_id = ${account}), 0)
      )::float8 as bytes
  `.execute(kysely)
  return rows[0] ?? { bots: 0, documents: 0, bytes: 0 }
}
