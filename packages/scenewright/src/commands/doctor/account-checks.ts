import { type Client, createClient, exchange } from '@scenewright/client'
import type { TargetEnvironment } from '@scenewright/deployer'
import { count, nearest } from '@scenewright/model/text'
import type { Invocation } from '../../shell/command.ts'
import { requireCredentials } from '../deploy/environment.ts'
import { type Check, checked } from './check.ts'

/** The page size of the list of bots, far more than an account has. */
const [pageSize, maxBots] = [100, 10_000]

/** Checks on the service whether the account exists, whether the bot belongs to the account, and the clock. */
export async function accountChecks(
  environment: TargetEnvironment,
  { env, signal }: Invocation,
): Promise<readonly Check[]> {
  const { name, url, timeoutMs } = environment
  const account = await checked('account', async () => {
    const { email, apiKey } = requireCredentials(name, env)
    return botCheck(environment.bot, createClient({ url, email, apiKey, timeoutMs }), signal)
  })
  return account.status === 'ok' ? [account, await checked('clock', () => readClock(environment, signal))] : [account]
}

async function botCheck(bot: string, client: Client, signal: AbortSignal): Promise<Omit<Check, 'name'>> {
  const bots = await listBots(client, signal)
  if (bots.has(bot))
    return { status: 'ok', detail: `the account is valid, and the bot is among its ${count(bots.size, 'bot')}` }
  const near = nearest(bot, bots)
  const help = near === undefined ? 'copy its unique_id from the service' : `did you mean "${near}"?`
  return { status: 'wrong', detail: `the account has ${count(bots.size, 'bot')}, but not "${bot}"; ${help}` }
}

async function listBots(client: Client, signal: AbortSignal): Promise<ReadonlySet<string>> {
  const bots = new Set<string>()
  let [skip, total] = [0, 1]
  while (skip < Math.min(total, maxBots)) {
    const { data, meta } = await client.listBots({ skip, take: pageSize }, { signal })
    for (const { unique_id } of data) bots.add(unique_id)
    // A service may return fewer than requested.
    skip += data.length === 0 ? maxBots : data.length
    total = meta.total
  }
  return bots
}

/** Any response contains the time, even a rejection: no credentials are sent. */
async function readClock({ url, timeoutMs }: TargetEnvironment, signal: AbortSignal): Promise<Omit<Check, 'name'>> {
  const { origin, pathname } = new URL(url)
  const path = `${pathname.replace(/\/+$/, '')}/api/v1/bots`
  const sentAt = Date.now()
  const outcome = await exchange({
    origin,
    method: 'GET',
    path,
    headers: { accept: 'application/json' },
    timeoutMs,
    signal,
  })
  if (outcome.kind !== 'answered') return { status: 'missing', detail: 'the service did not answer' }
  const { date } = outcome.answer.headers
  return clockCheck({ date: typeof date === 'string' ? date : undefined, sentAt, answeredAt: Date.now() })
}

/** The maximum clock difference in milliseconds: settle windows are compared with times of other machines. */
const maxDifferenceMs = 5_000

/**
 * The data for reading the service's clock from a response. Times are milliseconds since 1970, by the clock of this
 * machine.
 */
export interface ClockReading {
  /** The response's Date header, which has a resolution of one second. */
  readonly date: string | undefined
  readonly sentAt: number
  readonly answeredAt: number
}

/**
 * Compares the two clocks. Only a difference that the request's duration and the header's resolution cannot explain
 * counts.
 */
export function clockCheck({ date, sentAt, answeredAt }: ClockReading): Omit<Check, 'name'> {
  const theirs = date === undefined ? Number.NaN : Date.parse(date)
  if (Number.isNaN(theirs)) return { status: 'missing', detail: 'the service does not report its time' }
  // At some moment between the request and the response, their clock was between `theirs` and a second later.
  const ahead = theirs - answeredAt
  const behind = sentAt - (theirs + 1000)
  const apart = Math.max(ahead, behind, 0)
  if (apart <= maxDifferenceMs) return { status: 'ok', detail: 'the clocks of this machine and the service agree' }
  const seconds = Math.round(apart / 1000)
  const which = ahead > behind ? 'behind' : 'ahead of'
  return {
    status: 'wrong',
    detail: `this machine's clock is ${seconds} s ${which} the service's; correct it, because it determines when a lost request counts as settled`,
  }
}
