import { randomInt } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Database } from './open-database.ts'
import type { Tables } from './tables.ts'

/**
 * Whether a completion was only waiting for an earlier message of its dialogue when it was released: it was not
 * attempted.
 */
const blockedByEarlierMessage = sql<boolean>`exists (
  select 1 from completions earlier
  where earlier.dialogue_id = completions.dialogue_id and earlier.owner = completions.owner
    and earlier.sequence < completions.sequence
)`

/** The group of advisory locks that identify running services. */
const group = 1_396_920_151

/** The identity of this running service, with which it claims work. */
export interface Ownership {
  /** The number in the rows that it has claimed. */
  readonly owner: number
  /** Whether other services see that it is alive. If not, they release its work, so it must not claim any. */
  canClaim(): boolean
}

/**
 * Chooses a number for this running service. It holds a lock with that number, and the database releases the lock when
 * the service dies: so no work has to wait for a lease to expire.
 */
export async function takeOwnership(database: Database): Promise<Ownership> {
  const owner = randomInt(1, 2 ** 31 - 1)
  const lock = await database.holdLock(group, owner)
  return { owner, canClaim: lock.isHeld }
}

/**
 * The tables of claimable rows, which rows are claimable, and the columns to reset: work that was claimed but not begun
 * has not been attempted.
 */
const work = [
  {
    table: 'completions',
    isOpen: sql<boolean>`status in ('PENDING', 'PROCESSING')`,
    beside: sql`, attempts = attempts - case when ${blockedByEarlierMessage} then 1 else 0 end`,
  },
  { table: 'deliveries', isOpen: sql<boolean>`true`, beside: sql`, attempts = attempts - 1` },
  { table: 'scans', isOpen: sql<boolean>`status = 'RUNNING'`, beside: sql`` },
  { table: 'transfers', isOpen: sql<boolean>`status in ('PENDING', 'RUNNING')`, beside: sql`` },
  { table: 'embedded_documents', isOpen: sql<boolean>`true`, beside: sql`` },
] as const

/** The owners of the services that run on the database. */
const running = sql<{ owner: number }>`(
  select objid::bigint::integer as owner from pg_locks
  where locktype = 'advisory' and classid::bigint = ${sql.lit(group)} and granted
    and database = (select oid from pg_database where datname = current_database())
)`

/** The number of services that run on the database. */
export async function countServices(kysely: Kysely<Tables>): Promise<number> {
  const { rows } = await running.execute(kysely)
  return rows.length
}

/** Releases the work of services that no longer run; `owner` is the service that calls this, 0 if none does. */
export async function releaseOrphans(kysely: Kysely<Tables>, owner: number): Promise<void> {
  for (const { table, isOpen, beside } of work) {
    await sql`
      update ${sql.table(table)} set owner = null ${beside}
      where owner is not null and owner <> ${sql.lit(owner)} and ${isOpen} and owner not in ${running}
    `.execute(kysely)
  }
}
