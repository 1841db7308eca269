import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { readTableShapes } from '../../src/backup/tables.ts'
import { openDatabase } from '../../src/database/open-database.ts'
import type { Tables } from '../../src/database/tables.ts'
import { startService } from '../../src/index.ts'
import type { Accounts } from './accounts.ts'
import { createApi } from './api.ts'
import type { Place } from './databases.ts'
import { createBot, publishScenario, refund } from './samples.ts'

/** The value of the encrypted header of the function. */
export const headerValue = 'secret'

/** A service's data with a row in every table. */
export async function fillTables(place: Place & { readonly accounts: Pick<Accounts, 'owner'> }): Promise<void> {
  const service = await startService(place)
  const api = createApi(service.url, place.accounts.owner)
  const bot = await createBot(api, { first_line_greeting_text: 'Guten “Tag” \n\u2028😀' })
  await publishScenario(api, bot, refund)
  await api('POST', '/bot-tools', {
    bot_unique_id: bot,
    name: 'find_order',
    description: '',
    request_method: 'GET',
    request_url: 'https://shop.example.com/',
    input_schema_json: { properties: { order: { type: 'string' } } },
    headers: [{ header_name: 'X-Key', value: headerValue, is_secret: true }],
  })
  const { body } = await api('POST', `/bots/${bot}/dialogues`, { name: 'D', message_limit: 3 })
  await api('POST', `/bots/${bot}/completion`, { prompt: 'Where is my refund?', dialogue_id: body.unique_id })
  await service.close()
  const { kysely, close } = await openDatabase(place)
  await fillEmptyTables(kysely)
  await close()
}

interface Column {
  readonly name: string
  readonly type: string
  /** The table that its values point at. */
  readonly target: string | null
  /** The first of the texts that a check allows. */
  readonly allowed: string | null
  readonly is_identity: boolean
}

/** Adds a row to every table that has none, whatever its columns are: what a new table holds is tried with it. */
export async function fillEmptyTables(kysely: Kysely<Tables>): Promise<void> {
  for (const { name } of await readTableShapes(kysely)) {
    const table = sql.table(name)
    const { rows } = await sql`select 1 from ${table} limit 1`.execute(kysely)
    if (rows.length > 0) continue
    const columns = (await readColumns(kysely, name)).filter(({ is_identity }) => !is_identity)
    const names = columns.map(column => sql.ref(column.name))
    const values = columns.map(someValue)
    await sql`insert into ${table} (${sql.join(names)}) select ${sql.join(values)}`.execute(kysely)
  }
}

async function readColumns(kysely: Kysely<Tables>, table: string): Promise<readonly Column[]> {
  const { rows } = await sql<Column>`
    select a.attname as name, format_type(a.atttypid, null) as type, a.attidentity <> '' as is_identity,
      (select k.confrelid::regclass::text from pg_constraint k
        where k.conrelid = a.attrelid and k.contype = 'f' and k.conkey = array[a.attnum]) as target,
      (select substring(pg_get_constraintdef(k.oid) from '''([A-Za-z_]+)''::text') from pg_constraint k
        where k.conrelid = a.attrelid and k.contype = 'c' and k.conkey = array[a.attnum] limit 1) as allowed
    from pg_attribute a
    where a.attrelid = ${table}::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    order by a.attnum
  `.execute(kysely)
  return rows
}

/** Texts that a careless copy would spoil. */
const awkward = 'Zürich\n"tab"\t\\x41 \u2028 😀 {1,2} \r\n\\N'

function someValue({ name, type, target, allowed }: Column) {
  // A column is called as the table's key.
  if (target !== null) return sql`(select id from ${sql.table(target)} limit 1)`
  if (allowed !== null) return sql`${allowed}`
  if (type === 'uuid') return sql`${randomUUID()}::uuid`
  if (type === 'boolean') return sql`true`
  if (type === 'bytea') return sql`'\\x00ff5c0a'::bytea`
  if (type.startsWith('timestamp')) return sql`'2026-03-29 01:30:00.123+00'::timestamptz`
  if (type.startsWith('json')) return sql`${JSON.stringify({ z: awkward, a: [1.5, null] })}::json`
  if (type === 'text') return sql`${`${awkward} ${name}`}`
  if (type === 'tsvector') return sql`to_tsvector('simple', 'Ein Wort')`
  if (type === 'double precision') return sql`0.1 + 0.2`
  if (type.endsWith('[]')) return sql`'{}'`
  return sql`7`
}
