import { type Migration, sql } from 'kysely'

/**
 * Counts of the answered completions, which triggers keep up to date; indexes of the journal by status, and of the
 * deliveries of a bot; the places where scans continue.
 */
export const scale: Migration = {
  async up(database) {
    for (const statement of statements) await sql.raw(statement).execute(database)
  },
}

const answered = `status in ('SUCCESS', 'OPERATOR', 'ERROR')`

const statements = [
  // A day is the number of days since 1970, in UTC. The total of a key is the sum of its shards.
  `create table journal_counts (
    account_id uuid not null references accounts,
    bot_id uuid not null references bots,
    day integer not null,
    status text not null,
    shard integer not null,
    total bigint not null,
    primary key (bot_id, day, status, shard)
  )`,
  'create index journal_counts_of_account on journal_counts (account_id, day)',
  ...triggerOn('insert', 'new table as added', 'select *, 1 as change from added'),
  ...triggerOn(
    'update',
    'old table as removed new table as added',
    'select *, 1 as change from added union all select *, -1 from removed',
  ),
  ...triggerOn('delete', 'old table as removed', 'select *, -1 as change from removed'),
  `insert into journal_counts
    select account_id, bot_id, floor(extract(epoch from created_at) / 86400), status, 0, count(*)
    from completions where ${answered} group by 1, 2, 3, 4`,
  `create index journal_of_account_by_status on completions (account_id, status, created_at, sequence) where ${answered}`,
  `create index journal_of_bot_by_status on completions (bot_id, status, created_at, sequence) where ${answered}`,
  'create index deliveries_by_bot on deliveries (bot_id)',
  'alter table scans add column bot_position bigint not null default 0',
  'alter table scans add column document_position bigint',
]

/**
 * Concurrent transactions mostly count in different shards, so they do not wait for each other. In one statement, rows
 * are locked in the order of their keys, to avoid deadlocks.
 */
function triggerOn(event: string, transitions: string, changes: string): readonly string[] {
  return [
    `create function count_journal_${event}() returns trigger language plpgsql as $$ begin
      insert into journal_counts as known
        select account_id, bot_id, floor(extract(epoch from created_at) / 86400) as day, status,
          1 + pg_backend_pid() % 16, sum(change)
        from (${changes}) changes
        where ${answered}
        group by account_id, bot_id, day, status having sum(change) <> 0
        order by bot_id, day, status
        on conflict (bot_id, day, status, shard) do update set total = known.total + excluded.total;
      return null;
    end $$`,
    `create trigger count_journal_${event} after ${event} on completions referencing ${transitions}
      for each statement execute function count_journal_${event}()`,
  ]
}
