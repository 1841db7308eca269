import { type Migration, sql } from 'kysely'

/** Marks deleted bots whose content is erased, and indexes deleted records and the records that refer to them. */
export const erasure: Migration = {
  async up(database) {
    for (const statement of statements) await sql.raw(statement).execute(database)
  },
}

const statements = [
  'alter table bots add column erased_at timestamptz(3)',
  'create index bots_to_erase on bots (deleted_at) where deleted_at is not null and erased_at is null',
  'create index scenarios_to_erase on scenarios (deleted_at) where deleted_at is not null',
  'create index functions_to_erase on functions (deleted_at) where deleted_at is not null',
  'create index knowledges_to_erase on knowledges (deleted_at) where deleted_at is not null',
  'create index dialogues_to_erase on dialogues (deleted_at) where deleted_at is not null',
  'create index dialogues_by_age on dialogues (updated_at) where deleted_at is null',
  'create index if not exists completions_of_dialogue on completions (dialogue_id, sequence)',
  'create index items_of_knowledge on transfer_items (knowledge_id)',
  'create index knowledges_of_group on knowledges (group_id)',
]
