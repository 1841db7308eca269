import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { DatabaseError } from '../src/database/database-error.ts'
import { embeddedFailed, openingFailed } from '../src/database/embedded-failure.ts'
import { openDatabase } from '../src/database/open-database.ts'
import { backUp, initAccount, startService } from '../src/index.ts'
import { ask } from './support/api.ts'
import { newWorldFolder } from './support/data-folder.ts'
import { until } from './support/receiver.ts'
import { createBot } from './support/samples.ts'
import { newSmallDisk, onSmallDisk, withoutDisks } from './support/small-disk.ts'
import { startWorld } from './support/world.ts'

test.each<readonly [what: string, damage: (folder: string) => void, reason: string]>([
  ['without its control file', folder => rmSync(join(folder, 'global', 'pg_control')), 'global/pg_control'],
  ['of another version', folder => writeFileSync(join(folder, 'PG_VERSION'), '12\n'), 'incompatible'],
  ['without its version', folder => rmSync(join(folder, 'PG_VERSION')), 'PG_VERSION'],
  ['with a damaged log', damageLog, 'checkpoint'],
  ['without its tables', folder => rmSync(join(folder, 'base'), { recursive: true }), ''],
])('a database %s is not started, and the message has the reason', async (_, damage, reason) => {
  const { dataFolder, remove } = await newWorldFolder()
  damage(join(dataFolder, 'pgdata'))
  const start = startService({ dataFolder })
  await expect(start).rejects.toMatchObject({
    name: 'OperationError',
    code: 'damaged',
    message: expect.stringContaining(reason),
    help: expect.stringContaining('service restore'),
  })
  expect(readdirSync(dataFolder)).toEqual(['lock-1', 'pgdata'])
  expect(readFileSync(join(dataFolder, 'lock-1'), 'utf8')).toBe('null')
  remove()
})

test('a database in a folder that nobody may read is not started, and not reported as damaged', async () => {
  const { dataFolder, remove } = await newWorldFolder()
  const folder = join(dataFolder, 'pgdata')
  chmodSync(folder, 0)
  await expect(startService({ dataFolder })).rejects.toMatchObject({
    name: 'OperationError',
    code: 'usage',
    message: expect.not.stringContaining('[object'),
  })
  chmodSync(folder, 0o700)
  remove()
})

test.skipIf(withoutDisks !== undefined)(`a read-only folder is not reported as in use (${onSmallDisk})`, async () => {
  const { folder: dataFolder, remove } = newSmallDisk(1)
  execFileSync('mount', ['-o', 'remount,ro', dataFolder])
  await expect(startService({ dataFolder })).rejects.toMatchObject({
    name: 'OperationError',
    code: 'usage',
    message: expect.stringContaining('the file system is read-only'),
    help: expect.stringContaining('this user may write to the folder'),
  })
  remove()
})

describe.skipIf(process.getuid?.() !== 0)('a database with files of another user', () => {
  const user = 65_534

  test.each<readonly [file: string, reason: string]>([
    ['pgdata', 'could not create lock file "postmaster.pid": File exists'],
    ['pgdata/pg_logical/replorigin_checkpoint', 'could not open file "replorigin_checkpoint": Permission denied'],
    ['pgdata.created', "EACCES: permission denied, open 'pgdata.created'"],
  ])('is not reported as damaged, and the message has the owner: %s', async (file, reason) => {
    const { dataFolder, remove } = await newWorldFolder()
    const path = join(dataFolder, file)
    if (!existsSync(path)) writeFileSync(path, '')
    chownSync(path, user, user)
    const error = new DatabaseError({ message: 'The database has ended.', reason })
    const refused = {
      code: 'usage',
      message: `The file "${path}" of the database belongs to the user ${user}: ${reason}`,
      help: expect.stringContaining('chown -R 0 '),
    }
    expect(openingFailed(dataFolder, error)).toMatchObject(refused)
    expect(embeddedFailed(dataFolder, { isStuck: false, reason })).toMatchObject(refused)
    const other = new DatabaseError({ message: 'The database has ended.', reason: 'could not locate a checkpoint' })
    expect(openingFailed(dataFolder, other)).toMatchObject({ code: 'damaged' })
    remove()
  })

  test('is not opened by root, who would add files that the user could not open', async () => {
    const { dataFolder, remove } = await newWorldFolder()
    chownSync(join(dataFolder, 'pgdata'), user, user)
    const refused = { name: 'OperationError', code: 'usage', message: expect.stringContaining(`the user ${user}`) }
    await expect(startService({ dataFolder })).rejects.toMatchObject(refused)
    await expect(backUp({ dataFolder, file: join(dataFolder, 'bots.backup') })).rejects.toMatchObject(refused)
    expect(readdirSync(dataFolder)).toEqual(['pgdata'])
    remove()
  })
})

function damageLog(folder: string): void {
  const log = join(folder, 'pg_wal')
  for (const name of readdirSync(log)) if (/^[0-9A-F]{24}$/.test(name)) writeFileSync(join(log, name), 'damaged')
}

describe('a database that was removed is not replaced by an empty one', () => {
  const removed = (path: string) => rmSync(path, { recursive: true })
  const emptied = (path: string) => {
    removed(path)
    mkdirSync(path)
  }

  test.each<readonly [what: string, remove: (path: string) => void, evidence: string]>([
    ['removed, with the key file', removed, 'header.key'],
    ['emptied, with the key file', emptied, 'header.key'],
    ['removed, with the mark of its creation', removed, 'pgdata.created'],
    ['emptied, with the mark of its creation', emptied, 'pgdata.created'],
  ])('%s', async (_, lose, evidence) => {
    const { dataFolder, remove } = await newWorldFolder()
    lose(join(dataFolder, 'pgdata'))
    writeFileSync(join(dataFolder, evidence), '')
    const lost = { name: 'OperationError', code: 'damaged', help: expect.stringContaining('service restore') }
    const file = join(dataFolder, 'bots.backup')
    await expect(startService({ dataFolder })).rejects.toMatchObject(lost)
    await expect(initAccount({ dataFolder, email: 'a@example.com' })).rejects.toMatchObject(lost)
    await expect(backUp({ dataFolder, file })).rejects.toMatchObject(lost)
    expect(existsSync(join(dataFolder, 'pgdata', 'PG_VERSION'))).toBe(false)
    remove()
  })
})

/** Makes every new attachment do something in the database. */
async function onAttachment(dataFolder: string, statements: string): Promise<void> {
  const { kysely, close } = await openDatabase({ dataFolder })
  await sql`
    create function act() returns trigger language plpgsql as ${sql.lit(`begin ${statements} return new; end`)}
  `.execute(kysely)
  await sql`create trigger act before insert on attachments for each row execute function act()`.execute(kysely)
  await close()
}

/** A service whose folder is on a small disk. */
async function startOnDisk(statements = '') {
  const disk = newSmallDisk(96)
  const { dataFolder, accounts, remove } = await newWorldFolder()
  cpSync(dataFolder, disk.folder, { recursive: true })
  remove()
  if (statements !== '') await onAttachment(disk.folder, statements)
  const options = { databaseLimits: { watchdogMs } }
  return { disk, accounts, world: await startWorld({ dataFolder: disk.folder, accounts }, options) }
}

/** How long the database may not answer: until a test says that this time is over. */
const watchdogMs = 90_000

const attachment = { name: 'A', content: 'x' }

test('a database that does not answer any more is ended, its requests with it, and the service says so', async () => {
  const folder = await newWorldFolder()
  await onAttachment(folder.dataFolder, 'loop end loop;')
  const { api, service, time, close } = await startWorld(folder, { databaseLimits: { watchdogMs } })
  const hanging = api('POST', '/attachments', attachment)
  await until(async () => (await ask(`${service.url}/readyz`)).status === 503)
  await time.release(watchdogMs)
  expect(await service.failed).toMatchObject({ name: 'OperationError', code: 'stuck' })
  expect((await hanging).status).toBe(503)
  expect((await api('GET', '/bots')).status).toBe(503)
  await close()
  folder.remove()
})

test('a database whose folder is gone is reported as lost', async () => {
  const { dataFolder, accounts, remove } = await newWorldFolder()
  const { api, service, close } = await startWorld({ dataFolder, accounts })
  renameSync(dataFolder, `${dataFolder}.moved`)
  expect((await api('POST', '/attachments', attachment)).status).toBe(503)
  // The database notices it when it writes its control file, at the latest as it stops.
  await close()
  expect(await service.failed).toMatchObject({ code: 'damaged', message: expect.stringContaining('is missing') })
  renameSync(`${dataFolder}.moved`, dataFolder)
  remove()
})

describe.skipIf(withoutDisks !== undefined)(onSmallDisk, () => {
  test('without space, requests that need some end with 503, and then all goes on', async () => {
    const { disk, world } = await startOnDisk()
    const { api, close } = world
    disk.fill()
    const content = () => Array.from({ length: 20_000 }, () => Math.random()).join('')
    const post = async () => api('POST', '/attachments', { name: 'A', content: content() })
    let answer = await post()
    while (answer.status === 201) answer = await post()
    expect(answer).toMatchObject({
      status: 503,
      body: { code: 'UNAVAILABLE', message: 'The database has no space left; try again later.' },
    })
    expect((await api('GET', '/bots')).status).toBe(200)
    disk.free()
    expect((await post()).status).toBe(201)
    await close()
    disk.remove()
  })

  test('if the database cannot write its log, the service says so, and stops; with space, it starts again', async () => {
    const { disk, accounts, world } = await startOnDisk('perform pg_switch_wal();')
    const { api, service, time, close } = world
    await createBot(api)
    // From now on, a small row needs no space except in the log.
    await api('POST', '/attachments', attachment)
    disk.fill()
    let failure: unknown
    void service.failed.then(error => {
      failure = error
    })
    const ended = until(async () => {
      // A thread that hangs is ended by its watchdog.
      if ((await ask(`${service.url}/readyz`)).status === 503) time.end(watchdogMs)
      return failure !== undefined
    })
    const statuses = new Set<number>()
    await until(async () => {
      statuses.add((await api('POST', '/attachments', attachment)).status)
      return failure !== undefined
    })
    await ended
    // Some may have found space.
    expect([...statuses].filter(status => status !== 201)).toEqual([503])
    expect(failure).toMatchObject({ code: 'full', message: expect.stringContaining('no space left') })
    await close()
    await expect(startService({ dataFolder: disk.folder })).rejects.toMatchObject({ code: 'full' })
    disk.free()
    const again = await startWorld({ dataFolder: disk.folder, accounts })
    expect((await again.api('GET', '/bots')).body.meta.total).toBe(1)
    await again.close()
    disk.remove()
  })
})
