import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { migrate, migrationsDone } from '../src/database/migrate.ts'
import { migrations } from '../src/database/migrations/all.ts'
import { type DatabaseLocation, openDatabase } from '../src/database/open-database.ts'
import {
  backUp,
  deleteAccount,
  exportAccount,
  initAccount,
  listAccounts,
  redeliver,
  reissueKey,
  setAccountActive,
  startService,
  webhookSecret,
} from '../src/index.ts'
import { newFolder } from './support/data-folder.ts'
import type { Databases, Place } from './support/databases.ts'
import { describeOnDatabases } from './support/describe-on-databases.ts'

const named = { email: 'new@example.com' }
const [first = ''] = Object.keys(migrations)

describeOnDatabases('on %s', databases => {
  test('a database of a later version is refused, and can be backed up', async () => {
    const place = await databases.newOwnedPlace()
    const { kysely, close } = await openDatabase(place)
    await sql`insert into kysely_migration values ('9999-later', '2030-01-01')`.execute(kysely)
    await close()
    const later = { code: 'usage', message: expect.stringContaining('later version'), help: expect.anything() }
    await expect(startService(place)).rejects.toMatchObject(later)
    await expect(initAccount({ ...place, ...named })).rejects.toMatchObject(later)
    await expect(listAccounts(place)).rejects.toMatchObject(later)
    expect(await backUpOf(place)).toMatchObject({ rows: 3 })
  })

  test('a database of an earlier version can be backed up, and only some commands migrate it', async () => {
    const place = await earlierPlace(databases)
    const earlier = { code: 'usage', message: expect.stringContaining('earlier version'), help: expect.anything() }
    const account = { ...place, ...named }
    for (const work of [
      () => listAccounts(place),
      () => setAccountActive({ ...account, isActive: false }),
      () => exportAccount({ ...account, file: `${place.keyFile}.jsonl` }),
      () => deleteAccount(account),
      () => reissueKey(account),
      () => webhookSecret({ ...place, bot: 'x' }),
      () => redeliver({ ...place, from: new Date() }),
    ]) {
      await expect(work()).rejects.toMatchObject(earlier)
    }
    expect(await backUpOf(place)).toMatchObject({ rows: 0 })
    expect(await migrationsOf(place)).toEqual([first])
    await initAccount(account)
    expect(await listAccounts(place)).toMatchObject([named])
  })
})

/** A database without rows, of the first version. */
async function earlierPlace(databases: Databases): Promise<Place> {
  const place = await databases.newPlace()
  const { kysely, close } = await openDatabase(place, { asItIs: true })
  await sql`drop schema public cascade`.execute(kysely)
  await sql`create schema public`.execute(kysely)
  await migrate(kysely, first)
  await close()
  return place
}

async function migrationsOf(place: Place): Promise<readonly string[]> {
  const { kysely, close } = await openDatabase(place, { asItIs: true })
  const done = await migrationsDone(kysely)
  await close()
  return done
}

/** Backs up a database, to a file that is removed after the test. */
function backUpOf(place: DatabaseLocation) {
  const { dataFolder, remove } = newFolder()
  onTestFinished(remove)
  return backUp({ ...place, file: join(dataFolder, 'x.backup') })
}
