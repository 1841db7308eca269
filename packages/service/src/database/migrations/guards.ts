import { type Migration, sql } from 'kysely'

/** Guards against clocks that jump, and against the same transfer twice. */
export const guards: Migration = {
  async up(database) {
    for (const statement of statements) await sql.raw(statement).execute(database)
  },
}

const statements = [
  // The time that services have seen last.
  `create table clock (
    id integer primary key,
    seen_at timestamptz(3) not null,
    doubted_until timestamptz(3)
  )`,
  'alter table deliveries add column scheduled_at timestamptz(3) not null default now()',
  'update deliveries set scheduled_at = least(due_at, now())',
  `update transfers set status = 'FAILED', owner = null, error = 'The same transfer was already running.'
    where status in ('PENDING', 'RUNNING') and exists (
      select from transfers earlier
      where earlier.source_bot_id = transfers.source_bot_id and earlier.target_bot_id = transfers.target_bot_id
        and earlier.status in ('PENDING', 'RUNNING') and earlier.sequence < transfers.sequence
    )`,
  `create unique index transfers_running on transfers (source_bot_id, target_bot_id)
    where status in ('PENDING', 'RUNNING')`,
]
