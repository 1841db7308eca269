import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Bot, Knowledge, KnowledgeGroup, Tables } from '../database/tables.ts'
import type { InSlices } from '../in-slices.ts'
import type { Infer } from '../schemas/infer.ts'
import { type newKnowledge, newKnowledgeDefaults } from '../schemas/knowledge.ts'
import { contentHash } from './content-hash.ts'
import { cutContent } from './cut-content.ts'
import { lockKnowledge, writeKnowledge } from './write-knowledge.ts'

/** What became of a document: it is new, was there with the same content, or with another that this one replaced. */
export interface AddedKnowledge {
  readonly outcome: 'added' | 'present' | 'replaced'
  readonly row: Knowledge
}

interface AddOptions {
  readonly bot: Bot
  readonly group: KnowledgeGroup
  readonly kysely: Kysely<Tables>
  readonly inSlices: InSlices
  readonly now: Date
}

/**
 * Adds a document to a bot's knowledge, unless one of the same document_id or of the same content is there. Of the same
 * document_id, another content takes the place of the one before, with all that is said of it.
 */
export async function addKnowledge(
  { bot_unique_id: _bot, knowledge_group_unique_id: _group, ...fields }: Infer<typeof newKnowledge>,
  { bot, group, kysely, inSlices, now }: AddOptions,
): Promise<AddedKnowledge> {
  const told = { ...newKnowledgeDefaults, ...fields }
  const hash_sum = contentHash(told.content)
  const before = await findCounterpart(kysely, bot, { hash_sum, document_id: told.document_id })
  if (before?.hash_sum === hash_sum) return { outcome: 'present', row: before }
  const chunks = await cutContent(told.content, inSlices)
  return kysely.transaction().execute(async transaction => {
    await lockKnowledge(transaction, bot.id)
    const found = await findCounterpart(transaction, bot, { hash_sum, document_id: told.document_id })
    if (found?.hash_sum === hash_sum) return { outcome: 'present', row: found }
    const row = {
      ...told,
      id: found?.id ?? randomUUID(),
      bot_id: bot.id,
      group_id: group.id,
      hash_sum,
      deleted_at: null,
      created_at: found?.created_at ?? now,
      updated_at: now,
    }
    return {
      outcome: found === undefined ? 'added' : 'replaced',
      row: await writeKnowledge(transaction, row, chunks),
    }
  })
}

/** The document of that document_id, else one of that content. */
async function findCounterpart(
  kysely: Kysely<Tables>,
  bot: Bot,
  { hash_sum, document_id }: Pick<Knowledge, 'hash_sum' | 'document_id'>,
): Promise<Knowledge | undefined> {
  const own = kysely.selectFrom('knowledges').selectAll().where('bot_id', '=', bot.id).where('deleted_at', 'is', null)
  const named = document_id === '' ? undefined : await own.where('document_id', '=', document_id).executeTakeFirst()
  return named ?? (await own.where('hash_sum', '=', hash_sum).orderBy('sequence').executeTakeFirst())
}
