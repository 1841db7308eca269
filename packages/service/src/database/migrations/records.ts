import { type Migration, sql } from 'kysely'

/** Attachments and idempotency keys of completions, transferred documents, and marks of deletion. */
export const records: Migration = {
  async up(database) {
    for (const statement of statements) await sql.raw(statement).execute(database)
  },
}

const statements = [
  'alter table bots add column deleted_at timestamptz(3)',
  'alter table scenarios add column deleted_at timestamptz(3)',
  'alter table functions add column deleted_at timestamptz(3)',
  'alter table dialogues add column deleted_at timestamptz(3)',
  'create index dialogues_of_bot on dialogues (bot_id, created_at, sequence)',
  `create table attachments (
    id uuid primary key,
    sequence bigint generated always as identity,
    account_id uuid not null references accounts,
    name text not null,
    content text not null,
    size integer not null,
    created_at timestamptz(3) not null
  )`,
  'create index attachments_by_age on attachments (created_at)',
  `create table completion_attachments (
    completion_id uuid not null references completions on delete cascade,
    position integer not null,
    attachment_id uuid not null references attachments,
    primary key (completion_id, position)
  )`,
  'create index completions_of_attachment on completion_attachments (attachment_id)',
  `create table idempotency_keys (
    account_id uuid not null references accounts,
    key text not null,
    fingerprint text not null,
    completion_id uuid not null,
    created_at timestamptz(3) not null,
    primary key (account_id, key)
  )`,
  'create index idempotency_keys_by_age on idempotency_keys (created_at)',
  'alter table scans add column attempts integer not null default 0',
  'create index scans_of_account on scans (account_id, sequence)',
  'alter table transfers add column attempts integer not null default 0',
  'alter table transfers add column position bigint not null default 0',
  `create index transfers_at_work on transfers (sequence) where status in ('PENDING', 'RUNNING')`,
  'create index transfers_of_source on transfers (source_bot_id)',
  `create table transfer_items (
    transfer_id uuid not null references transfers on delete cascade,
    knowledge_id uuid not null references knowledges on delete cascade,
    primary key (transfer_id, knowledge_id)
  )`,
]
