import { type Insertable, type Kysely, sql, type Transaction, type Updateable } from 'kysely'
import type { Account } from '../../accounts/table.ts'
import { readId } from '../../database/identifiers.ts'
import { type OrderedPageRequest, readPage } from '../../database/read-page.ts'
import type { Tables } from '../../database/tables.ts'
import { HttpError, inaccessible } from '../../http/http-error.ts'
import type { ServiceContext } from '../../runtime/service-context.ts'
import { containsPattern } from '../listing.ts'
import type { Bot, BotTable } from './table.ts'

/** The account's bot with that id. Rejects with an HttpError: 404 if there is none, 403 for another account's. */
export async function requireBot(
  id: string,
  account: Account,
  { loaders, maskForbidden }: Pick<ServiceContext, 'loaders' | 'maskForbidden'>,
): Promise<Bot> {
  const known = readId(id)
  const bot = known === undefined ? undefined : await loaders.bot(known)
  requireOwn(bot, { id, account, maskForbidden })
  return bot
}

/** Throws the HttpError of `requireBot` unless the bot that was found for an id is the account's. */
export function requireOwn<Found extends Bot>(
  bot: Found | undefined,
  { id, account, maskForbidden }: { readonly id: string; readonly account: Account; readonly maskForbidden: boolean },
): asserts bot is Found {
  if (bot?.account_id !== account.id) throw inaccessible('bot', id, bot !== undefined && !maskForbidden)
}

/** A kind of record that belongs to a bot. */
interface RecordKind<Row> {
  /** Its name in messages. */
  readonly name: string
  find(id: string): Promise<Row | undefined>
}

/**
 * The record with that id, of a bot of the account, with the bot. Rejects with an HttpError: 404 if there is none, or
 * its bot was deleted; 403 for another account's.
 */
export async function requireRecord<Row extends { readonly bot_id: string }>(
  id: string,
  account: Account,
  { loaders, maskForbidden }: Pick<ServiceContext, 'loaders' | 'maskForbidden'>,
  { name, find }: RecordKind<Row>,
): Promise<{ readonly record: Row; readonly bot: Bot }> {
  const known = readId(id)
  const record = known === undefined ? undefined : await find(known)
  const bot = record === undefined ? undefined : await loaders.bot(record.bot_id)
  if (record !== undefined && bot?.account_id === account.id) return { record, bot }
  throw inaccessible(name, id, bot !== undefined && !maskForbidden)
}

/** A page of the bots of an account. */
export function readBotPage(
  kysely: Kysely<Tables>,
  account: Account,
  { search = '', order_by, ...page }: OrderedPageRequest & { readonly search?: string | undefined },
) {
  const bots = kysely
    .selectFrom('bots')
    .where('account_id', '=', account.id)
    .where('deleted_at', 'is', null)
    .$if(search !== '', some => some.where('name', '~', containsPattern(search)))
  return readPage(bots, bots.selectAll().orderBy('created_at', order_by).orderBy('sequence', order_by), page)
}

/** Adds a bot. */
export function insertBot(transaction: Transaction<Tables>, row: Insertable<BotTable>): Promise<Bot> {
  return transaction.insertInto('bots').values(row).returningAll().executeTakeFirstOrThrow()
}

/** Changes a bot, and invalidates its cached answers. Undefined if it was deleted. */
export function updateBot(kysely: Kysely<Tables>, { id }: Bot, change: Updateable<BotTable>): Promise<Bot | undefined> {
  return kysely
    .updateTable('bots')
    .set({ ...change, revision: sql`revision + 1` })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
}

/** Locks a bot against concurrent inserts of rows that refer to it. False if it was deleted. */
export async function lockBot(transaction: Transaction<Tables>, { id }: Bot): Promise<boolean> {
  const locked = await transaction
    .selectFrom('bots')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return locked !== undefined
}

/** Invalidates cached answers of the bot. Call it last in a transaction, after the lock on the scenario. */
export async function touchBot(transaction: Transaction<Tables>, botId: string): Promise<void> {
  await transaction.updateTable('bots').set({ revision: sql`revision + 1` }).where('id', '=', botId).execute()
}

/** Kinds of work that need a bot. */
type Job = 'answer' | 'delivery' | 'scan' | 'transfer'

/** Rejects with an HttpError 409 while a job of one of these kinds is running for the bot. */
export async function requireIdle(kysely: Kysely<Tables>, bot: Bot, jobs: readonly Job[]): Promise<void> {
  for (const job of jobs) {
    const { find, refusal } = kinds[job]
    if ((await find(kysely, bot)) !== undefined) throw new HttpError(409, refusal)
  }
}

interface JobKind {
  /** One job of the kind, or undefined. */
  find(kysely: Kysely<Tables>, bot: Bot): Promise<unknown>
  readonly refusal: string
}

const kinds: Readonly<Record<Job, JobKind>> = {
  answer: {
    find: (kysely, { id }) =>
      kysely
        .selectFrom('completions')
        .select('id')
        .where('bot_id', '=', id)
        .where('status', 'in', ['PENDING', 'PROCESSING'])
        .executeTakeFirst(),
    refusal: 'Completions of the bot wait for their answers; try again when they have them.',
  },
  delivery: {
    find: (kysely, { id }) =>
      kysely.selectFrom('deliveries').select('completion_id').where('bot_id', '=', id).executeTakeFirst(),
    refusal: 'Results of the bot wait for their delivery; try again when that is decided.',
  },
  scan: {
    find: (kysely, { id, account_id }) =>
      kysely
        .selectFrom('scans')
        .select('id')
        .where('status', '=', 'RUNNING')
        .where('account_id', '=', account_id)
        .where(({ eb, or }) => or([eb('bot_id', '=', id), eb('bot_id', 'is', null)]))
        .executeTakeFirst(),
    refusal: 'An integrity scan looks through the bot; try again when it has ended.',
  },
  transfer: {
    find: (kysely, { id }) =>
      kysely
        .selectFrom('transfers')
        .select('id')
        .where('status', 'in', ['PENDING', 'RUNNING'])
        .where(({ eb, or }) => or([eb('source_bot_id', '=', id), eb('target_bot_id', '=', id)]))
        .executeTakeFirst(),
    refusal: 'A transfer to or from the bot is running; try again when it has ended.',
  },
}
