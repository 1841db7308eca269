import { issueKey } from '../../src/accounts/accounts.ts'
import { type DatabaseLocation, openDatabase } from '../../src/database/open-database.ts'
import type { IssuedAccount } from '../../src/index.ts'

/** The accounts of a world, the last one switched off. */
export interface Accounts {
  readonly owner: IssuedAccount
  /** The owner's key before the present one. */
  readonly formerKey: string
  readonly stranger: IssuedAccount
  readonly inactive: IssuedAccount
}

/** All three by one opening of the database, which is what takes time. */
export async function addAccounts(location: DatabaseLocation): Promise<Accounts> {
  const { kysely, close } = await openDatabase(location)
  const add = async (email: string) => ({ email, api_key: await issueKey(kysely, email, new Date()) })
  const { api_key: formerKey } = await add('Owner@example.com')
  const owner = await add('Owner@example.com')
  const stranger = await add('stranger@example.com')
  const inactive = await add('inactive@example.com')
  await kysely.updateTable('accounts').set({ is_active: false }).where('email', '=', inactive.email).execute()
  await close()
  return { owner, formerKey, stranger, inactive }
}
