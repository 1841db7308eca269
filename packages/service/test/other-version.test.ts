import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type DatabaseLocation, openDatabase } from '../src/database/open-database.ts'
import { backUp, initAccount, listAccounts, startService } from '../src/index.ts'
import { newFolder } from './support/data-folder.ts'
import { type Databases, kindsOfDatabase, tellLeftOut } from './support/databases.ts'

const email = 'new@example.com'

tellLeftOut()

describe.each(kindsOfDatabase)('on %s', (_name, databases: Databases) => {
  test('a database of a later version is refused, and can be backed up', async () => {
    const place = await databases.newOwnedPlace()
    const { kysely, close } = await openDatabase(place)
    await sql`insert into kysely_migration values ('9999-later', '2030-01-01')`.execute(kysely)
    await close()
    const later = { code: 'usage', message: expect.stringContaining('later version'), help: expect.anything() }
    await expect(startService(place)).rejects.toMatchObject(later)
    await expect(initAccount({ ...place, email })).rejects.toMatchObject(later)
    await expect(listAccounts(place)).rejects.toMatchObject(later)
    expect(await backUpOf(place)).toMatchObject({ rows: 3 })
  })
})

/** Backs up a database, to a file that is removed after the test. */
function backUpOf(place: DatabaseLocation) {
  const { dataFolder, remove } = newFolder()
  onTestFinished(remove)
  return backUp({ ...place, file: join(dataFolder, 'x.backup') })
}
