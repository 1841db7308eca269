import { keepKey } from '../accounts/api-key.ts'
import { readCredentials } from '../accounts/credentials.ts'
import { foldEmail } from '../accounts/issue-key.ts'
import { createKnownKeys } from '../accounts/known-keys.ts'
import type { Account } from '../database/tables.ts'
import type { Lookups } from '../lookups.ts'
import type { FailedAttempts } from './failed-attempts.ts'
import { Refusal } from './refusal.ts'

/** Compared against where there is no such account, so that the time of the answer does not tell. */
const nobody = keepKey('nobody')

/** Finds the account of a request. */
export type Authorize = (header: string | undefined, address: string) => Promise<Account>

/**
 * Authorizes by e-mail address and key. Rejects with a Refusal: 401, 403 for an account that is switched off, 429 for
 * an address that failed too often. Valid credentials are never refused for the failures of others.
 */
export function createAuthorization(lookups: Lookups, failed: FailedAttempts): Authorize {
  const known = createKnownKeys()
  return async (header, address) => {
    const credentials = readCredentials(header)
    const account = credentials && (await lookups.account(foldEmail(credentials.email)))
    const isRight = credentials !== undefined && known.isKey(credentials.key, account ?? nobody)
    if (account === undefined || !isRight) throw unauthorized(failed.note(address))
    if (!account.is_active) throw new Refusal(403, 'The account is inactive.')
    return account
  }
}

function unauthorized(waitSeconds: number | undefined): Refusal {
  if (waitSeconds === undefined) {
    const challenge = { 'www-authenticate': 'Basic realm="api", charset="UTF-8"' }
    return new Refusal(401, 'Authorization is required: Basic, with the e-mail address and the API key.', challenge)
  }
  const headers = { 'retry-after': String(waitSeconds) }
  return new Refusal(429, `Too many failed authorizations; try again in ${waitSeconds} s.`, headers)
}
