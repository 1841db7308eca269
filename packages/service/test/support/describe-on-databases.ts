import { describe } from 'vitest'
import { byTier } from '../../../../test/tier.ts'
import { type Databases, kindsOfDatabase, tellLeftOut } from './databases.ts'

/**
 * Describes tests whose statements are the same on each kind of database: `npm test` runs them on one kind, the full
 * tier on each. The title has `%s` where the name of the kind belongs.
 */
export function describeOnDatabases(title: string, tests: (databases: Databases) => void): void {
  tellLeftOut()
  const kinds = byTier({ once: kindsOfDatabase.slice(-1), full: kindsOfDatabase })
  describe.each(kinds)(title, (_name, databases) => tests(databases))
}
