import type { Kysely } from 'kysely'
import type { Bot, Tables } from '../database/tables.ts'
import { Refusal } from '../http/refusal.ts'
import { defaultGroupName } from '../knowledge/default-group.ts'
import type { Infer } from '../schemas/infer.ts'
import type { importDocument } from '../schemas/scenario.ts'

type Dependencies = NonNullable<Infer<typeof importDocument>['dependencies']>

/** Rejects with a Refusal 400 that lists by name what a scenario depends on and its bot does not have. */
export async function checkDependencies(
  bot: Bot,
  { functions = [], knowledge_groups = [] }: Dependencies,
  kysely: Kysely<Tables>,
): Promise<void> {
  const present = functions.length === 0 ? new Set<string>() : await functionsOf(bot, kysely)
  const groups = knowledge_groups.length === 0 ? new Set<string>() : await groupsOf(bot, kysely)
  const missing = [
    ...missingOf('function', functions, present),
    ...missingOf('knowledge group', knowledge_groups, groups),
  ]
  if (missing.length > 0) throw new Refusal(400, `The scenario depends on what the bot lacks: ${missing.join(', ')}.`)
}

/** Also those that are switched off: they are there. */
async function functionsOf(bot: Bot, kysely: Kysely<Tables>): Promise<ReadonlySet<string>> {
  const rows = await kysely
    .selectFrom('functions')
    .select('name')
    .where('bot_id', '=', bot.id)
    .where('deleted_at', 'is', null)
    .execute()
  return new Set(rows.map(({ name }) => name))
}

/** The group that every bot has is made when it is first asked about. */
async function groupsOf(bot: Bot, kysely: Kysely<Tables>): Promise<ReadonlySet<string>> {
  const rows = await kysely.selectFrom('knowledge_groups').select('name').where('bot_id', '=', bot.id).execute()
  return new Set([defaultGroupName, ...rows.map(({ name }) => name)])
}

function missingOf(kind: string, wanted: readonly { readonly name: string }[], present: ReadonlySet<string>) {
  return wanted.filter(({ name }) => !present.has(name)).map(({ name }) => `${kind} "${name}"`)
}
