import { type Kysely, sql } from 'kysely'
import type { Completion, Tables } from '../database/tables.ts'
import { waitedInLine } from '../database/waited-in-line.ts'

/** The lock that services on one database take in turns to claim. */
const claimLock = 1_396_920_152

/** How many are taken up, and of which bots none. */
interface Which {
  readonly most: number
  readonly busyBots?: readonly string[]
}

/**
 * Takes up the oldest completions that wait, at most `most`, oldest first; none of a dialogue that a service is at work
 * on, and none of `busyBots`. Services that share a database claim in turns: two at once could take a dialogue's second
 * message before its first.
 */
export async function claimCompletions(
  kysely: Kysely<Tables>,
  owner: number,
  { isShared, ...which }: Which & { readonly isShared: boolean },
): Promise<Completion[]> {
  // Alone, the statement is enough. On the embedded database four cost thrice as much.
  if (!isShared) return claim(kysely, owner, which)
  return kysely.transaction().execute(async transaction => {
    await sql`select pg_advisory_xact_lock(${sql.lit(claimLock)})`.execute(transaction)
    return claim(transaction, owner, which)
  })
}

async function claim(kysely: Kysely<Tables>, owner: number, { most, busyBots = [] }: Which): Promise<Completion[]> {
  const rows = await kysely
    // Rows locked in a WITH are picked once; in a plain subquery the planner may pick anew and pass the limit.
    .with('claimed', query =>
      query
        .selectFrom('completions as waiting')
        .select('waiting.id')
        .where('waiting.status', 'in', ['PENDING', 'PROCESSING'])
        .where('waiting.owner', 'is', null)
        .$if(busyBots.length > 0, rows => rows.where('waiting.bot_id', 'not in', busyBots))
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('completions as other')
                .select('other.id')
                .whereRef('other.dialogue_id', '=', 'waiting.dialogue_id')
                .where('other.owner', 'is not', null),
            ),
          ),
        )
        .orderBy('waiting.sequence')
        .limit(most)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable('completions')
    .from('claimed')
    .set({ owner, status: 'PROCESSING', attempts: sql`attempts + 1` })
    .whereRef('completions.id', '=', 'claimed.id')
    .returningAll('completions')
    .execute()
  return rows.sort((a, b) => a.sequence - b.sequence)
}

/** Gives back what this service has taken up and neither settled nor is at work on. What only waited was not tried. */
export async function releaseCompletions(
  kysely: Kysely<Tables>,
  owner: number,
  { except }: { readonly except: readonly string[] },
): Promise<void> {
  await kysely
    .updateTable('completions')
    .set({ owner: null, attempts: sql`attempts - case when ${waitedInLine} then 1 else 0 end` })
    .where('owner', '=', owner)
    .where('status', 'in', ['PENDING', 'PROCESSING'])
    .$if(except.length > 0, rows => rows.where('id', 'not in', except))
    .execute()
}
