import { type Migration, sql } from 'kysely'

/** The behavior models of bots. Every existing bot gets a default one in which everything is disabled. */
export const agents: Migration = {
  async up(database) {
    for (const statement of statements) await sql.raw(statement).execute(database)
  },
}

const statements = [
  `create table agents (
    id uuid primary key,
    sequence bigint generated always as identity,
    bot_id uuid not null references bots,
    name text not null,
    greeting_message text not null default '',
    greeting_message_is_enabled boolean not null default false,
    greeting_filter text not null default '',
    greeting_filter_is_enabled boolean not null default false,
    closing_message text not null default '',
    closing_message_is_enabled boolean not null default false,
    closing_filter text not null default '',
    closing_filter_is_enabled boolean not null default false,
    classify_greeting_is_enabled boolean not null default false,
    classify_closing_is_enabled boolean not null default false,
    classify_operator_is_enabled boolean not null default false,
    classify_spam_is_enabled boolean not null default false,
    spam_filter text not null default '',
    spam_filter_is_enabled boolean not null default false,
    spam_fallback_message text not null default '',
    system_behavior text not null default '',
    system_behavior_is_enabled boolean not null default false,
    executor text not null default '',
    executor_is_enabled boolean not null default false,
    executor_fallback_message text not null default '',
    constant_context text not null default '',
    constant_context_is_enabled boolean not null default false,
    public_sources_header text not null default '',
    public_sources_header_is_enabled boolean not null default false,
    public_sources_limit integer not null default 5,
    is_active boolean not null default true,
    is_default boolean not null,
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null
  )`,
  'create index agents_of_bot on agents (bot_id, sequence)',
  'create unique index one_default_agent on agents (bot_id) where is_default',
  `insert into agents (id, bot_id, name, is_default, created_at, updated_at)
    select gen_random_uuid(), id, 'Default', true, created_at, created_at from bots order by sequence`,
]
