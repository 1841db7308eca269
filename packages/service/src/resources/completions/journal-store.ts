import { type Kysely, sql } from 'kysely'
import type { Account } from '../../accounts/table.ts'
import { noId, readId } from '../../database/identifiers.ts'
import { type PageRequest, readPage } from '../../database/read-page.ts'
import type { Tables } from '../../database/tables.ts'
import type { Bot } from '../bots/table.ts'
import { containsPattern, createdWithin, type Period } from '../listing.ts'
import type { Completion, TokenUsage } from './table.ts'

/** The filter of a list of completions. */
interface CompletionFilter extends PageRequest {
  readonly bot: Bot | undefined
  /** A value that no completion has matches none. */
  readonly status?: string | undefined
  readonly unique_id?: string | undefined
  /** A part of the prompt or the answer. */
  readonly search?: string | undefined
  readonly period: Period
}

/** A page of the completions of an account, newest first. */
export function readCompletionPage(
  kysely: Kysely<Tables>,
  account: Account,
  { bot, status, unique_id, search = '', period, ...page }: CompletionFilter,
) {
  const completions = kysely
    .selectFrom('completions')
    .where(createdWithin(period))
    .where('account_id', '=', account.id)
    .$if(bot !== undefined, rows => rows.where('bot_id', '=', bot?.id ?? noId))
    .$if(status !== undefined, rows => rows.where(sql<string>`status`, '=', status ?? ''))
    .$if(unique_id !== undefined, rows => rows.where('id', '=', readId(unique_id ?? '') ?? noId))
    .$if(search !== '', rows =>
      rows.where(({ eb, or }) => {
        const pattern = containsPattern(search)
        return or([eb('prompt', 'ilike', pattern), eb('answer', 'ilike', pattern)])
      }),
    )
  return readPage(completions, completions.selectAll().orderBy('created_at', 'desc').orderBy('sequence', 'desc'), page)
}

/** The completion with that id, of any account. */
export async function findCompletion(kysely: Kysely<Tables>, id: string): Promise<Completion | undefined> {
  const known = readId(id)
  if (known === undefined) return undefined
  return kysely.selectFrom('completions').selectAll().where('id', '=', known).executeTakeFirst()
}

/** The token usages of completions. */
export async function readTokenUsages(
  kysely: Kysely<Tables>,
  completions: readonly Completion[],
): Promise<readonly TokenUsage[]> {
  if (completions.length === 0) return []
  const ids = completions.map(({ id }) => id)
  return kysely.selectFrom('token_usages').selectAll().where('completion_id', 'in', ids).orderBy('id').execute()
}
