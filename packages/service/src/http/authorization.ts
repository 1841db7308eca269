import { timingSafeEqual } from 'node:crypto'
import { foldEmail, hashKey, isKey, type StoredKey } from '../accounts/accounts.ts'
import type { Account } from '../accounts/table.ts'
import type { Caller, DataLoaders } from '../runtime/data-loaders.ts'
import { HttpError } from './http-error.ts'

/** Compared if there is no such account, so that the response time is the same. */
const nobody = hashKey('nobody')

/** The account of a request, and the bot with the given id, if there is one. */
interface AuthorizedCaller extends Caller {
  readonly account: Account
}

const noCaller: Caller = { account: undefined, bot: undefined }

/** Finds the account of a request, and a bot with the same statement. */
export type Authorize = (header: string | undefined, address: string, botId?: string) => Promise<AuthorizedCaller>

/**
 * Authorizes by e-mail address and key. Rejects with an HttpError: 401, 403 for an inactive account, 429 for an address
 * with too many failures. Valid credentials are never rejected because of other failures.
 */
export function createAuthorization(loaders: Pick<DataLoaders, 'caller'>, failed: FailedAttempts): Authorize {
  const known = createKnownKeys()
  return async (header, address, botId) => {
    const credentials = readCredentials(header)
    const { account, bot } = (credentials && (await loaders.caller(foldEmail(credentials.email), botId))) ?? noCaller
    const isRight = credentials !== undefined && known.isKey(credentials.key, account ?? nobody)
    if (account === undefined || !isRight) throw unauthorized(failed.count(address.replace(port, '')))
    if (!account.is_active) throw new HttpError(403, 'The account is inactive.')
    return { account, bot }
  }
}

/** Some proxies add the port of the client: `203.0.113.7:1041`, `[2001:db8::7]:1041`. */
const port = /(?<=^(?:\[.*\]|[\d.]+)):\d+$/

function unauthorized(waitSeconds: number | undefined): HttpError {
  if (waitSeconds === undefined) {
    const challenge = { 'www-authenticate': 'Basic realm="api", charset="UTF-8"' }
    return new HttpError(401, 'Authorization is required: Basic, with the e-mail address and the API key.', challenge)
  }
  const headers = { 'retry-after': String(waitSeconds) }
  return new HttpError(429, `Too many failed authorizations; try again in ${waitSeconds} s.`, headers)
}

/** The credentials of a client. */
interface Credentials {
  readonly email: string
  readonly key: string
}

/** The credentials of an `Authorization: Basic` header, split at the first colon; undefined if it is not one. */
export function readCredentials(header: string | undefined): Credentials | undefined {
  const encoded = /^basic +([a-z0-9+/]+={0,2}) *$/i.exec(header ?? '')?.[1]
  if (encoded === undefined) return undefined
  const decoded = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = decoded.indexOf(':')
  if (colon < 1 || decoded.includes('\0')) return undefined
  return { email: decoded.slice(0, colon), key: decoded.slice(colon + 1) }
}

/** The maximum number of cached keys. */
const maxKeys = 1000

/** Verifies keys, and caches the valid ones. */
interface KnownKeys {
  isKey(key: string, kept: StoredKey): boolean
}

/**
 * Hashes a key once, and again after a change of the stored key. The row of the account is read for every request, so a
 * new key is effective immediately. Wrong keys are never cached.
 */
export function createKnownKeys(): KnownKeys {
  const right = new Map<string, Buffer>()
  return {
    isKey(key, kept) {
      const given = Buffer.from(key)
      const known = right.get(kept.key_hash)
      if (known?.length === given.length && timingSafeEqual(known, given)) return true
      if (!isKey(key, kept)) return false
      if (right.size >= maxKeys) right.clear()
      right.set(kept.key_hash, given)
      return true
    },
  }
}

/** Limits the requests of each account. */
export interface RateLimit {
  /** Counts a request. Throws an HttpError 429 if the account has sent too many. */
  take(account: string): void
}

/** The maximum number of accounts whose requests are counted; the least recently seen one is dropped. */
const maxAccounts = 10_000
const minuteMs = 60_000
/** An account that was moved to the end of the list so long ago is moved again, in milliseconds. */
const recentMs = 1000

/**
 * An account may send `perMinute` requests at once, and as many each minute; 0 is unlimited. `now` returns milliseconds
 * of a monotonic clock.
 */
export function createRateLimit(perMinute: number, now: () => number): RateLimit {
  const eachMs = minuteMs / perMinute
  /**
   * When all requests of an account so far are paid off, since each takes its share of the minute; the least recently
   * seen account first.
   */
  const accounts = new Map<string, { until: number; seenAt: number }>()
  return {
    take(account) {
      if (perMinute === 0) return
      const time = now()
      const known = accounts.get(account)
      const until = Math.max(time, known?.until ?? time) + eachMs
      const waitMs = until - time - minuteMs
      if (waitMs > 0) {
        const seconds = Math.ceil(waitMs / 1000)
        const message = `Too many requests of this account; try again in ${seconds} s.`
        throw new HttpError(429, message, { 'retry-after': String(seconds) })
      }
      if (known !== undefined && time - known.seenAt < recentMs) {
        known.until = until
        return
      }
      accounts.delete(account)
      accounts.set(account, { until, seenAt: time })
      if (accounts.size > maxAccounts) accounts.delete(accounts.keys().next().value ?? '')
    },
  }
}

/** The number of failed authorizations per minute after which an address has to wait. */
const allowed = 20
const windowMs = 60_000
/** The maximum number of addresses; the least recently seen one is dropped. */
const maxAddresses = 10_000

/** Counts failed authorizations by address, in a sliding window of one minute. */
interface FailedAttempts {
  /** Counts a failure; returns the seconds to wait if there were too many, else undefined. */
  count(address: string): number | undefined
}

/** Counts with the given clock, in milliseconds. */
export function createFailedAttempts(now: () => number): FailedAttempts {
  const byAddress = new Map<string, number[]>()
  return {
    count(address) {
      const time = now()
      const recent = (byAddress.get(address) ?? []).filter(at => at > time - windowMs)
      byAddress.delete(address)
      byAddress.set(address, recent)
      if (byAddress.size > maxAddresses) byAddress.delete(byAddress.keys().next().value ?? '')
      const oldest = recent[0]
      if (recent.length >= allowed && oldest !== undefined) return Math.ceil((oldest + windowMs - time) / 1000)
      recent.push(time)
      return undefined
    },
  }
}
