import { OperationError } from '@scenewright/model'
import { foldEmail, issueKey } from './accounts/issue-key.ts'
import { type DatabaseLocation, openDatabase } from './database/open-database.ts'

/** An account and its key, which is shown this once. */
export interface IssuedAccount {
  readonly email: string
  readonly api_key: string
}

/**
 * Makes an account, or gives an existing one a new key; the earlier key ends at once. Rejects with an OperationError:
 * `usage` for an e-mail address that cannot be one, `state` where the data folder is in use.
 */
export async function initAccount(options: DatabaseLocation & { readonly email: string }): Promise<IssuedAccount> {
  const { email, ...location } = options
  if (!/^[^\s:@\0]+@[^\s:@\0]+$/.test(email) || email.length > 320 || foldEmail(email).length > 320) {
    throw new OperationError('usage', `"${email}" is no e-mail address.`)
  }
  const database = await openDatabase(location)
  try {
    return { email, api_key: await issueKey(database.kysely, email, new Date()) }
  } finally {
    await database.close()
  }
}
