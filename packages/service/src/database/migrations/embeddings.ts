import { type Migration, sql } from 'kysely'

/**
 * The vectors of passages from a provider of embeddings, and the state of the documents for which they were computed.
 * All of it can be computed again.
 */
export const embeddings: Migration = {
  async up(database) {
    for (const statement of statements) await sql.raw(statement).execute(database)
  },
}

const statements = [
  'alter table bots add column embedding_revision bigint not null default 0',
  `create table embedded_documents (
    knowledge_id uuid primary key references knowledges on delete cascade,
    bot_id uuid not null references bots,
    model text not null,
    is_masked boolean not null,
    name text not null,
    hash_sum text not null,
    owner integer
  )`,
  'create index embedded_documents_of_bot on embedded_documents (bot_id)',
  'create index embedded_documents_claimed on embedded_documents (owner) where owner is not null',
  `create table embeddings (
    knowledge_id uuid not null references knowledges on delete cascade,
    position integer not null,
    bot_id uuid not null references bots,
    model text not null,
    hash bytea not null,
    vector bytea not null,
    primary key (knowledge_id, position)
  )`,
  'create index embeddings_of_bot on embeddings (bot_id, knowledge_id, position)',
  'create index embeddings_by_hash on embeddings (hash)',
]
