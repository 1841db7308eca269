import { type Migration, sql } from 'kysely'

/** The functions of bots. The values of their headers are stored encrypted. */
export const functions: Migration = {
  async up(database) {
    for (const statement of statements) await sql.raw(statement).execute(database)
  },
}

const statements = [
  `create table functions (
    id uuid primary key,
    sequence bigint generated always as identity,
    bot_id uuid not null references bots,
    name text not null,
    description text not null,
    strict boolean not null,
    is_enabled boolean not null,
    request_method text not null,
    request_url text not null,
    input_schema_json json not null,
    request_body_template text not null,
    response_path text not null,
    timeout_ms integer not null,
    max_response_bytes integer not null,
    allow_redirects boolean not null,
    headers json not null,
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null
  )`,
  'create index functions_of_bot on functions (bot_id, created_at, sequence)',
]
