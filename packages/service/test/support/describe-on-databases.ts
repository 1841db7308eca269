import { afterAll, beforeAll, describe } from 'vitest'
import { byTier } from '../../../../test/tier.ts'
import { type Databases, kindsOfDatabase, tellLeftOut } from './databases.ts'

/**
 * Describes tests whose statements are the same on each kind of database: `npm test` runs them on one kind, the full
 * tier on each. The title has `%s` where the name of the kind belongs.
 */
export function describeOnDatabases(title: string, tests: (databases: Omit<Databases, 'stop'>) => void): void {
  const kinds = byTier({ once: kindsOfDatabase.slice(-1), full: kindsOfDatabase })
  tellLeftOut()
  describe.each(kinds)(title, (_name, start) => {
    let started: Databases | undefined
    const databases = () => {
      if (started === undefined) throw new Error('A test asked for a database before the tests began.')
      return started
    }
    beforeAll(async () => {
      started = await start()
    })
    afterAll(() => started?.stop())

    tests({ newPlace: () => databases().newPlace(), newOwnedPlace: () => databases().newOwnedPlace() })
  })
}
