import { nearest, OperationError } from '@scenewright/model'
import { type DatabaseLocation, openDatabase } from '../database/open-database.ts'
import { requireDatabase } from '../database/require-database.ts'
import type { IssuedAccount } from '../init-account.ts'
import { createApiKey, keepKey } from './api-key.ts'
import { foldEmail } from './issue-key.ts'

/**
 * Gives an account a new key, which is shown this once; the one before ends at once. Rejects with an OperationError:
 * `usage` where there is no such account, `state` where the data folder is in use.
 */
export async function reissueKey(options: DatabaseLocation & { readonly email: string }): Promise<IssuedAccount> {
  const { email, ...location } = options
  requireDatabase(location)
  const { kysely, close } = await openDatabase(location)
  try {
    const key = createApiKey()
    const account = await kysely
      .updateTable('accounts')
      .set(keepKey(key))
      .where('email_folded', '=', foldEmail(email))
      .returning('email')
      .executeTakeFirst()
    if (account !== undefined) return { email: account.email, api_key: key }
    const others = await kysely.selectFrom('accounts').select('email').execute()
    throw unknownAccount(
      email,
      others.map(other => other.email),
    )
  } finally {
    await close()
  }
}

function unknownAccount(email: string, others: readonly string[]): OperationError {
  const near = nearest(email, others)
  const help =
    near === undefined ? '`scenewright service init` makes an account.' : `There is one of the address "${near}".`
  return new OperationError('usage', `There is no account of the address "${email}".`, { help })
}
