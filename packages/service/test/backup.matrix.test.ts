import {
  copyFileSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { byTier } from '../../../test/tier.ts'
import { migrate } from '../src/database/migrate.ts'
import { migrations } from '../src/database/migrations/all.ts'
import { openDatabase } from '../src/database/open-database.ts'
import { backUp, exportAccount, restore, startService } from '../src/index.ts'
import { createApi } from './support/api.ts'
import { type DataFolder, newFolder } from './support/data-folder.ts'
import { type Databases, kindsOfDatabase, type Place, tellLeftOut } from './support/databases.ts'
import { fillTables } from './support/fill-tables.ts'
import { startReceiver, until } from './support/receiver.ts'
import { createBot, publishScenario, refund } from './support/samples.ts'
import { newSmallDisk, onSmallDisk, withoutDisks } from './support/small-disk.ts'
import { type Contents, contentsOf } from './support/table-contents.ts'

let folder: DataFolder
const kinds = new Map(kindsOfDatabase)

beforeAll(() => {
  folder = newFolder()
})

afterAll(() => folder.remove())

tellLeftOut()

const names = [...kinds.keys()]
const targetsOf = (from: string) => names.filter(to => to !== from || names.length === 1)
const crossings = names.flatMap(from => targetsOf(from).map(to => ({ from, to })))
/** The statements are the same on each kind. */
const kindsOnce = byTier({ once: names.slice(-1), full: names })

function fileNamed(name: string): string {
  return join(folder.dataFolder, `${name}.backup`)
}

function databasesOf(kind: string): Databases {
  const databases = kinds.get(kind)
  if (databases === undefined) throw new Error(`There is no ${kind}.`)
  return databases
}

function newPlace(kind: string): Promise<Place> {
  return databasesOf(kind).newPlace()
}

const backups = new Map<string, Promise<Backup>>()

/** A place that holds accounts alone, and a backup of it, made once: no test changes either. */
interface Backup {
  readonly place: Place
  readonly file: string
  readonly rows: number
}

function backupOfAccounts(kind: string): Promise<Backup> {
  const backup = backups.get(kind) ?? backUpAccounts(kind)
  backups.set(kind, backup)
  return backup
}

async function backUpAccounts(kind: string): Promise<Backup> {
  const place = await databasesOf(kind).newOwnedPlace()
  const file = fileNamed(`${kind}-accounts`)
  const { rows } = await backUp({ ...place, file })
  return { place, file, rows }
}

describe.each(names)('the contents of %s', from => {
  let before: Contents
  const file = () => fileNamed(`full-${from}`)

  test('is written whole, a row of every table at the least', async () => {
    const source = await databasesOf(from).newOwnedPlace()
    await fillTables(source)
    const written = await backUp({ ...source, file: file() })
    before = await contentsOf(source)
    expect([...before.tables].filter(([, rows]) => rows.length === 0)).toEqual([])
    expect(written).toEqual({ tables: before.tables.size, rows: [...before.tables.values()].flat().length })
  })

  test.each(byTier({ once: targetsOf(from), full: names }))(
    'is restored to %s unchanged, and a sequence continues',
    async to => {
      const target = await newPlace(to)
      expect(await restore({ ...target, file: file() })).toMatchObject({ tables: before.tables.size })
      expect(await contentsOf(target)).toEqual(before)
    },
  )
})

test.each(byTier({ once: crossings.slice(-1), full: crossings }))(
  'a service moved from $from to $to answers and sends waiting deliveries',
  async ({ from, to }) => {
    const [source, target] = [await databasesOf(from).newOwnedPlace(), await newPlace(to)]
    const receiver = await startReceiver()
    const account = source.accounts.owner
    const service = await startService({ ...source, allowLoopbackWebhooks: true })
    const bot = await createBot(createApi(service.url, account), { webhook_url: receiver.url })
    await publishScenario(createApi(service.url, account), bot, refund)
    await service.close()
    const waiting = await leaveWaiting(source, bot)

    const file = fileNamed(`${from}-${to}-waiting`)
    await backUp({ ...source, file })
    await restore({ ...target, file })
    copyFileSync(source.keyFile, target.keyFile)
    const moved = await startService({ ...target, allowLoopbackWebhooks: true })
    const api = createApi(moved.url, account)
    await until(() => receiver.received.length === waiting.length)
    expect(receiver.received.map(({ body }) => body.meta.unique_id).sort()).toEqual([...waiting].sort())
    const { body } = await api('GET', `/completion-log/journal?bot_unique_id=${bot}&status=SUCCESS`)
    expect(body.meta.total).toBe(waiting.length)
    await moved.close()
    await receiver.close()
  },
)

/** A completion that nobody has answered, one whose service died at work, and one whose result is not delivered. */
async function leaveWaiting(place: Place, bot: string): Promise<readonly string[]> {
  const { kysely, close } = await openDatabase(place)
  const { account_id } = await kysely
    .selectFrom('bots')
    .select('account_id')
    .where('id', '=', bot)
    .executeTakeFirstOrThrow()
  const now = new Date()
  const ids = ['PENDING', 'PROCESSING', 'SUCCESS'].map((status, index) => ({ status, id: idOf(index) }) as const)
  await kysely
    .insertInto('completions')
    .values(
      ids.map(({ id, status }) => ({
        id,
        account_id,
        bot_id: bot,
        prompt: 'Where is my refund?',
        mode: 'PROMPTER' as const,
        is_depersonalize: false,
        status: status as 'PENDING',
        owner: status === 'PROCESSING' ? 77 : null,
        webhook_status: status === 'SUCCESS' ? ('PENDING' as const) : ('NONE' as const),
        created_at: now,
        updated_at: now,
      })),
    )
    .execute()
  const body = JSON.stringify({ meta: { unique_id: idOf(2), bot_unique_id: bot }, type: 'SUCCESS', error: false })
  await kysely
    .insertInto('deliveries')
    .values({ completion_id: idOf(2), bot_id: bot, body, due_at: now, owner: 77 })
    .execute()
  await close()
  return ids.map(({ id }) => id)
}

function idOf(index: number): string {
  return `0000000${index}-0000-4000-8000-000000000000`
}

describe.each(kindsOnce)('on %s', kind => {
  test('a backup of an earlier schema is restored and migrated', async () => {
    const [source, target] = [await newPlace(kind), await newPlace(kind)]
    const old = await openDatabase(source, { asItIs: true })
    const [first] = Object.keys(migrations)
    await migrate(old.kysely, first)
    await old.kysely
      .insertInto('accounts')
      .values({
        id: idOf(0),
        email: 'a@b.c',
        email_folded: 'a@b.c',
        key_salt: '',
        key_hash: '',
        created_at: new Date(),
      })
      .execute()
    await old.close()
    const file = fileNamed(`${kind}-old`)
    await backUp({ ...source, file })
    await restore({ ...target, file })
    const { kysely, close } = await openDatabase(target, { asItIs: true })
    const done = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(kysely)
    expect(done.rows.map(({ name }) => name)).toEqual(Object.keys(migrations))
    expect(await kysely.selectFrom('accounts').select('email').execute()).toEqual([{ email: 'a@b.c' }])
    await close()
  })

  test('only an empty database is filled, and a failed restore leaves nothing behind', async () => {
    const { place: source, file, rows } = await backupOfAccounts(kind)
    const target = await newPlace(kind)
    await expect(restore({ ...source, file })).rejects.toMatchObject({ code: 'usage', message: /not empty/ })
    const signal = AbortSignal.abort()
    await expect(restore({ ...target, file, signal })).rejects.toThrow()
    expect([...(await contentsOf(target)).tables.values()].flat()).toEqual([])
    expect(await restore({ ...target, file })).toMatchObject({ rows })
    expect(rows).toBe(3)
  })
})

describe('a file', () => {
  let place: Place
  let source: string
  let whole: Buffer

  beforeAll(async () => {
    const backup = await backupOfAccounts(names.at(-1) ?? '')
    place = backup.place
    source = backup.file
    whole = readFileSync(source)
  })

  const unpacked = () => gunzipSync(whole).toString()
  test.each([
    ['cut short', () => whole.subarray(0, -30)],
    ['cut short between two lines', () => gzipSync(unpacked().split('\n').slice(0, -2).join('\n'))],
    ['without its last line', () => gzipSync(`${unpacked().split('\n').slice(0, -2).join('\n')}\n`)],
    ['changed within', () => gzipSync(unpacked().replace('stranger@example.com', 'strangen@example.com'))],
    ['with a line more', () => gzipSync(`${unpacked()}[]\n`)],
    ['empty', () => Buffer.alloc(0)],
    ['that is no archive', () => Buffer.from('{"format":"scenewright-service-backup"}\n')],
  ])('%s is rejected before anything is written', async (name, bytes) => {
    const file = fileNamed(name)
    writeFileSync(file, bytes())
    const { dataFolder, remove } = newFolder()
    const target = join(dataFolder, 'data')
    await expect(restore({ dataFolder: target, file })).rejects.toMatchObject({ code: 'usage' })
    expect(() => statSync(target)).toThrow()
    remove()
  })

  test('is readable only by its owner, and another one replaces it when it is complete', async () => {
    expect(statSync(source).mode & 0o777).toBe(0o600)
    await expect(backUp({ ...place, file: source, signal: AbortSignal.abort() })).rejects.toThrow()
    expect(readFileSync(source)).toEqual(whole)
  })

  test.each([
    ['whose folder is missing', 'none/x', 'its folder does not exist'],
    ['below a file', 'file/x', 'a part of its path is not a folder'],
  ])('%s cannot be written, and the message has the reason', async (_, name, reason) => {
    const { dataFolder, remove } = newFolder()
    writeFileSync(join(dataFolder, 'file'), '')
    const refused = { code: 'usage', message: expect.stringContaining(reason) }
    const file = join(dataFolder, name)
    await expect(backUp({ ...place, file })).rejects.toMatchObject(refused)
    await expect(exportAccount({ ...place, email: 'owner@example.com', file })).rejects.toMatchObject(refused)
    remove()
  })

  test('is never one of the service itself in the data folder', async () => {
    const own = await databasesOf('the embedded database').newOwnedPlace()
    const inFolder = (name: string) => join(own.dataFolder ?? '', name)
    writeFileSync(inFolder('header.key'), 'the key')
    symlinkSync(inFolder('header.key'), inFolder('link'))
    for (const name of ['header.key', 'link', 'pgdata.unfinished', join('pgdata', 'PG_VERSION'), 'lock-1']) {
      const refused = { code: 'usage', message: expect.stringContaining('a file of the service itself') }
      const file = inFolder(name)
      await expect(backUp({ ...own, file })).rejects.toMatchObject(refused)
      await expect(exportAccount({ ...own, email: 'owner@example.com', file })).rejects.toMatchObject(refused)
    }
    expect(readFileSync(inFolder('header.key'), 'utf8')).toBe('the key')
    expect(await backUp({ ...own, file: inFolder('bots.backup') })).toMatchObject({ rows: 3 })
  })

  test('is written to where a link leads, and the link stays', async () => {
    const { dataFolder, remove } = newFolder()
    const [link, file] = [join(dataFolder, 'link'), join(dataFolder, 'far', 'x')]
    mkdirSync(join(dataFolder, 'far'))
    symlinkSync(join('far', 'x'), link)
    // The second time, the file is there.
    for (const _time of [1, 2]) {
      await backUp({ ...place, file: link })
      expect(lstatSync(link).isSymbolicLink()).toBe(true)
      expect(lstatSync(file).isFile()).toBe(true)
    }
    remove()
  })

  test.skipIf(withoutDisks !== undefined)(`cannot be written to a full disk (${onSmallDisk})`, async () => {
    const disk = newSmallDisk(1)
    disk.fill()
    const refused = { code: 'usage', message: expect.stringContaining('the disk is full') }
    const file = join(disk.folder, 'x')
    await expect(backUp({ ...place, file })).rejects.toMatchObject(refused)
    await expect(exportAccount({ ...place, email: 'owner@example.com', file })).rejects.toMatchObject(refused)
    expect(readdirSync(disk.folder)).toEqual(['filler'])
    disk.remove()
  })

  test('that is missing, and a folder without a database, are reported', async () => {
    const { dataFolder, remove } = newFolder()
    await expect(restore({ dataFolder, file: join(dataFolder, 'none') })).rejects.toMatchObject({
      code: 'usage',
      message: /does not exist/,
    })
    await expect(backUp({ dataFolder, file: fileNamed('none') })).rejects.toMatchObject({
      code: 'usage',
      message: /no database/,
    })
    remove()
  })

  test('is not created from a data folder in use', async () => {
    const inUse = await databasesOf('the embedded database').newOwnedPlace()
    const service = await startService(inUse)
    await expect(backUp({ ...inUse, file: fileNamed('in-use') })).rejects.toMatchObject({
      code: 'state',
      message: /in use by process/,
    })
    await service.close()
  })
})
