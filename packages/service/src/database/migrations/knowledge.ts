import { type Migration, sql } from 'kysely'

/** The knowledge bases of bots, their integrity scans, and transfers between them. */
export const knowledge: Migration = {
  async up(database) {
    for (const statement of statements) await sql.raw(statement).execute(database)
  },
}

const statements = [
  'alter table bots add column knowledge_revision bigint not null default 0',
  `create table knowledge_groups (
    id uuid primary key,
    sequence bigint generated always as identity,
    bot_id uuid not null references bots,
    name text not null,
    created_at timestamptz(3) not null,
    unique (bot_id, name)
  )`,
  `create table knowledges (
    id uuid primary key,
    sequence bigint generated always as identity,
    bot_id uuid not null references bots,
    group_id uuid not null references knowledge_groups,
    name text not null,
    type text not null check (type in ('FILE', 'SITE', 'TEXT')),
    content text not null,
    hash_sum text not null,
    document_id text not null,
    source text not null,
    is_private_source boolean not null,
    is_indexed boolean not null,
    deleted_at timestamptz(3),
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null
  )`,
  `create unique index knowledge_by_document on knowledges (bot_id, document_id)
    where document_id <> '' and deleted_at is null`,
  'create index knowledge_by_hash on knowledges (bot_id, hash_sum) where deleted_at is null',
  'create index knowledges_of_bot on knowledges (bot_id, sequence)',
  `create table chunks (
    knowledge_id uuid not null references knowledges on delete cascade,
    position integer not null,
    bot_id uuid not null references bots,
    text text not null,
    vector bytea not null,
    primary key (knowledge_id, position)
  )`,
  'create index chunks_of_bot on chunks (bot_id)',
  `create table scans (
    id uuid primary key,
    sequence bigint generated always as identity,
    account_id uuid not null references accounts,
    bot_id uuid references bots,
    scope text not null,
    kind text not null,
    status text not null check (status in ('RUNNING', 'COMPLETED', 'FAILED')),
    bot_count integer not null default 0,
    total_knowledges_checked integer not null default 0,
    total_pairs_checked bigint not null default 0,
    issues_found integer not null default 0,
    owner integer,
    started_at timestamptz(3) not null,
    ended_at timestamptz(3)
  )`,
  "create index scans_at_work on scans (sequence) where status = 'RUNNING'",
  `create table scan_issues (
    id uuid primary key,
    sequence bigint generated always as identity,
    scan_id uuid not null references scans,
    bot_id uuid not null references bots,
    type text not null check (type in ('MISSING_IN_STORE_A', 'MISSING_IN_STORE_B', 'SEMANTIC_DUPLICATE')),
    knowledge_id uuid,
    other_knowledge_id uuid,
    created_at timestamptz(3) not null
  )`,
  'create index issues_of_scan on scan_issues (scan_id, sequence)',
  `create table transfers (
    id uuid primary key,
    sequence bigint generated always as identity,
    source_bot_id uuid not null references bots,
    target_bot_id uuid not null references bots,
    status text not null check (status in ('PENDING', 'RUNNING', 'SUCCESS', 'FAILED')),
    progress integer not null default 0,
    error text,
    owner integer,
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null
  )`,
  'create index transfers_of_target on transfers (target_bot_id, created_at, sequence)',
]
