import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { readTableShapes } from '../src/backup/tables.ts'
import { openDatabase } from '../src/database/open-database.ts'
import { deleteAccount, exportAccount, listAccounts, setAccountActive } from '../src/index.ts'
import { answered } from './support/answered.ts'
import { newFolder } from './support/data-folder.ts'
import type { OwnedPlace } from './support/databases.ts'
import { describeOnDatabases } from './support/describe-on-databases.ts'
import { fillEmptyTables } from './support/fill-tables.ts'
import { addKnowledge } from './support/knowledge.ts'
import { createBot, publishScenario, refund } from './support/samples.ts'
import { startWorld } from './support/world.ts'

describeOnDatabases('accounts on %s', databases => {
  /** The number of rows by table, without empty tables. */
  const countRows = async (place: OwnedPlace) => {
    const { kysely, close } = await openDatabase(place, { asItIs: true })
    const counts: Record<string, number> = {}
    for (const { name } of await readTableShapes(kysely)) {
      const { rows } = await sql<{ count: number }>`select count(*)::int from ${sql.table(name)}`.execute(kysely)
      if (rows[0] !== undefined && rows[0].count > 0) counts[name] = rows[0].count
    }
    await close()
    return counts
  }

  test('are listed, and a disabled one is 403 until it is enabled again', async () => {
    const place = await databases.newOwnedPlace()
    const accounts = await listAccounts(place)
    const dates = accounts.map(({ created_at }) => created_at)
    expect(dates).toEqual([...dates].sort())
    const byEmail = new Map(accounts.map(({ email, ...account }) => [email, account]))
    expect(byEmail).toEqual(
      new Map([
        ['Owner@example.com', { is_active: true, bots: 0, created_at: expect.stringMatching(/\.\d{3}Z$/) }],
        ['stranger@example.com', { is_active: true, bots: 0, created_at: expect.any(String) }],
        ['inactive@example.com', { is_active: false, bots: 0, created_at: expect.any(String) }],
      ]),
    )
    const disabled = await setAccountActive({ ...place, email: 'owner@EXAMPLE.com', isActive: false })
    expect(disabled).toEqual({ email: 'Owner@example.com', is_active: false })
    await setAccountActive({ ...place, email: 'inactive@example.com', isActive: true })
    const { api, inactive, close } = await startWorld(place)
    expect([(await api('GET', '/bots')).status, (await inactive('GET', '/bots')).status]).toEqual([403, 200])
    await close()
    const unknown = setAccountActive({ ...place, email: 'ower@example.com', isActive: true })
    await expect(unknown).rejects.toMatchObject({ code: 'usage', help: expect.stringContaining('Owner@example.com') })
  })

  test('are exported and deleted with everything that belongs to them, and nothing else', async () => {
    const place = await databases.newOwnedPlace()
    const world = await startWorld(place)
    const strangersBot = await createBot(world.stranger, { name: 'kept' })
    await addKnowledge(world.stranger, strangersBot, { name: 'kept', content: 'kept' })
    await answered(world.stranger, strangersBot, { prompt: 'kept' })
    await world.close()
    const before = await countRows(place)

    const again = await startWorld(place)
    const bot = await createBot(again.api, { name: 'Shop' })
    await publishScenario(again.api, bot, refund)
    await addKnowledge(again.api, bot, { name: 'Doc', content: 'The content.' })
    const layout = await again.api('POST', `/bots/${bot}/dialogues`, { name: 'D', message_limit: 1 })
    await answered(again.api, bot, { prompt: 'Hello', dialogue_id: layout.body.unique_id, meta: { n: 1 } })
    const tool = await again.api('POST', '/bot-tools', {
      bot_unique_id: bot,
      name: 'find_order',
      description: '',
      request_method: 'GET',
      request_url: 'https://shop.example.com/',
      input_schema_json: {},
      headers: [{ header_name: 'X-Key', value: 'the secret', is_secret: true }],
    })
    expect(tool).toMatchObject({ status: 201 })
    await again.close()
    const { kysely, close } = await openDatabase(place)
    await fillEmptyTables(kysely)
    const owner = await kysely
      .selectFrom('accounts')
      .select('id')
      .where('email_folded', '=', 'owner@example.com')
      .executeTakeFirstOrThrow()
    for (const table of ['attachments', 'idempotency_keys', 'scans']) {
      await sql`update ${sql.table(table)} set account_id = ${owner.id}`.execute(kysely)
    }
    for (const table of ['functions', 'scan_issues', 'embedded_documents', 'embeddings'])
      await sql`update ${sql.table(table)} set bot_id = ${bot}`.execute(kysely)
    await sql`update transfers set source_bot_id = ${bot}, target_bot_id = ${bot}`.execute(kysely)
    await sql`update deliveries set completion_id = (select id from completions where bot_id = ${bot})`.execute(kysely)
    await sql`update completion_attachments set completion_id = (select id from completions where bot_id = ${bot})`.execute(
      kysely,
    )
    await sql`update transfers set owner = null`.execute(kysely)
    await close()

    const { dataFolder: folder, remove } = newFolder()
    const file = join(folder, 'account.jsonl')
    const exported = await exportAccount({ ...place, email: 'owner@example.com', file })
    const text = readFileSync(file, 'utf8')
    const lines = text
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line))
    expect(exported).toEqual({ email: 'Owner@example.com', rows: lines.length })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(lines[0]).toMatchObject({ table: 'accounts', row: { email: 'Owner@example.com' } })
    const rowOf = (table: string) => lines.find(line => line.table === table)?.row
    expect(rowOf('bots')).toMatchObject({ id: bot, name: 'Shop' })
    expect(rowOf('completions')).toMatchObject({ prompt: 'Hello', meta: '{"n":1}' })
    expect(rowOf('knowledges')).toMatchObject({ content: 'The content.' })
    const header = { id: expect.any(String), header_name: 'X-Key', is_secret: true, is_enabled: true }
    expect(rowOf('functions').headers).toEqual([header])
    expect([...new Set(lines.map(({ table }) => table))].sort()).toEqual([
      'accounts',
      'agents',
      'attachments',
      'bots',
      'completion_attachments',
      'completions',
      'dialogues',
      'functions',
      'knowledge_groups',
      'knowledges',
      'scan_issues',
      'scans',
      'scenarios',
      'token_usages',
      'transfers',
      'versions',
    ])
    expect(text).not.toMatch(/kept|whsec_|key_hash|sealed/)
    await expect(
      exportAccount({ ...place, email: 'owner@example.com', file: join(folder, 'no', 'x') }),
    ).rejects.toMatchObject({ code: 'usage' })
    remove()

    let progress = 0
    const onProgress = (rows: number) => {
      progress = rows
    }
    const deleted = await deleteAccount({ ...place, email: 'OWNER@example.com', onProgress })
    expect(deleted).toEqual({ email: 'Owner@example.com', rows: progress })
    expect(await countRows(place)).toEqual({ ...before, accounts: 2 })
    expect((await listAccounts(place)).map(({ email }) => email).sort()).toEqual([
      'inactive@example.com',
      'stranger@example.com',
    ])
  })

  test('are deleted by a second call if a request stored something during the first one', async () => {
    const place = await databases.newOwnedPlace()
    const world = await startWorld(place)
    await createBot(world.api)
    await world.close()
    const { kysely, close } = await openDatabase(place)
    await sql`
      create function store_late() returns trigger language plpgsql as $$ begin
        insert into attachments (id, account_id, name, content, size, created_at)
        select gen_random_uuid(), id, 'late', '', 0, now() from accounts where email_folded = 'owner@example.com';
        return null;
      end $$
    `.execute(kysely)
    await sql`create trigger late after delete on agents for each statement execute function store_late()`.execute(
      kysely,
    )
    await close()
    const first = deleteAccount({ ...place, email: 'owner@example.com' })
    await expect(first).rejects.toMatchObject({ code: 'state', help: expect.stringContaining('again') })
    const again = await openDatabase(place)
    await sql`drop trigger late on agents`.execute(again.kysely)
    await again.close()
    await deleteAccount({ ...place, email: 'owner@example.com' })
    expect(await countRows(place)).toEqual({ accounts: 2, clock: 1 })
  })

  test('are not deleted while a service works for them, and disabled instead', async () => {
    const place = await databases.newOwnedPlace()
    const world = await startWorld(place)
    const bot = await createBot(world.api)
    const dialogue = await world.api('POST', `/bots/${bot}/dialogues`, { name: 'D', message_limit: 1 })
    const { unique_id: dialogue_id } = dialogue.body
    const begun = await answered(world.api, bot, { prompt: 'Hello', dialogue_id })
    const waiting = await answered(world.api, bot, { prompt: 'Hello again', dialogue_id })
    if (place.databaseUrl === undefined) {
      await expect(deleteAccount({ ...place, email: 'owner@example.com' })).rejects.toMatchObject({ code: 'state' })
      return world.close()
    }
    const { kysely, close } = await openDatabase(place)
    const running = await sql<{ owner: number }>`
      select objid::bigint::integer as owner from pg_locks
      where locktype = 'advisory' and objsubid = 2 and database = (select oid from pg_database where datname = current_database())
    `.execute(kysely)
    const hold = { status: 'PROCESSING', owner: running.rows[0]?.owner ?? 0 } as const
    await kysely.updateTable('completions').set(hold).where('id', '=', begun.unique_id).execute()
    const waits = { status: 'PENDING', owner: null } as const
    await kysely.updateTable('completions').set(waits).where('id', '=', waiting.unique_id).execute()
    await expect(deleteAccount({ ...place, email: 'owner@example.com' })).rejects.toMatchObject({
      code: 'state',
      message: 'The account has completions in progress.',
    })
    expect((await world.api('GET', '/bots')).status).toBe(403)
    // What waits is still answered: nobody has deleted anything.
    const states = kysely.selectFrom('completions').select(['status']).orderBy('sequence')
    expect((await states.execute()).map(({ status }) => status)).toEqual(['PROCESSING', 'PENDING'])
    await world.close()
    // Completions that no service has begun are not begun any more.
    await kysely.updateTable('completions').set(waits).execute()
    await close()
    await deleteAccount({ ...place, email: 'owner@example.com' })
    expect(await listAccounts(place)).toHaveLength(2)
  })
})
