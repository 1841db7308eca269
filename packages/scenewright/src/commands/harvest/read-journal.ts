import { type Client, type JournalRecord, ServiceError } from '@scenewright/client'
import { OperationError } from '@scenewright/model'

/** The days to read, as YYYY-MM-DD in UTC; both are included. */
interface Period {
  readonly since: string
  readonly until: string
}

/** How far a journal was read: the first day that is incomplete, and the part of it that was read. */
export interface JournalPosition {
  readonly day: string
  /** The number of records of that day that the service was asked to skip. */
  readonly skip: number
  /** The number of records of that day, as the service listed them last; 0 if none was read. */
  readonly listed: number
}

/** Some records of the journal, and the position after them. */
export interface JournalPage {
  /** Each record of the journal is in exactly one page. */
  readonly records: readonly JournalRecord[]
  readonly next: JournalPosition
  /** The number of records from the first day on, when the reading began. */
  readonly total: number
}

/** What reading a journal needs. */
interface JournalReading {
  readonly client: Pick<Client, 'readJournal'>
  readonly bot: string
  readonly signal: AbortSignal
  /** Waits before a failed request is sent again. */
  wait(ms: number, error: ServiceError): Promise<void>
  /** Called for days of which the service lists more records than it returns. */
  onMissing(period: Period, missing: number): void
}

/** Records per request. Not every service allows so many; then it is the service's own default. */
const pageSize = 100

/** How often a day is read again if its records moved between its pages. */
const maxPasses = 3

/**
 * Reads the records of a bot by day, the oldest day first, from a position on. `known` has the ids of the records of its
 * day that were read before. Records that arrive meanwhile move others to later pages: no record is missed, and none is
 * returned twice. Rejects with a ServiceError if the service does not answer.
 */
export async function* readJournal(
  reading: JournalReading,
  { day, skip, listed }: JournalPosition,
  { until, known }: { readonly until: string; readonly known: ReadonlySet<string> },
): AsyncGenerator<JournalPage> {
  const read = createPageReader(reading)
  const isBegun = known.size > 0
  const rest: Period[] = isBegun ? [{ since: day, until: day }] : []
  const first = isBegun ? nextDay(day) : day
  if (first <= until) rest.push({ since: first, until })
  let total: number | undefined
  for (let period = rest.shift(); period !== undefined; period = rest.shift()) {
    const isResumed = isBegun && total === undefined
    const start = isResumed ? skip : 0
    const page = await read(period, start)
    total ??= isResumed ? (await read({ since: day, until }, 0)).total : page.total
    const isPart = start + page.data.length < page.total
    if (isPart && period.since < period.until) {
      const middle = middleDay(period)
      rest.unshift({ ...period, until: middle }, { ...period, since: nextDay(middle) })
      continue
    }
    const seen = new Set(isResumed ? known : [])
    for await (const { records, next } of readPeriod(reading, {
      read,
      period,
      page,
      start,
      seen,
      listed: isResumed ? listed : 0,
    })) {
      yield { records, next, total }
    }
  }
}

interface ReadPeriod {
  readonly read: ReturnType<typeof createPageReader>
  readonly period: Period
  readonly page: ListedPage
  readonly start: number
  readonly seen: Set<string>
  readonly listed: number
}

async function* readPeriod(
  { onMissing }: JournalReading,
  { read, period, page: first, start, seen, listed }: ReadPeriod,
): AsyncGenerator<Omit<JournalPage, 'total'>> {
  const end = { day: nextDay(period.until), skip: 0, listed: 0 }
  let [page, skip, passes] = [first, start, 1]
  // Deleted records move others to earlier pages, where this pass does not see them.
  let isMoved = first.total < listed
  let wasMoved = isMoved
  for (;;) {
    const records = page.data.filter(({ unique_id }) => !seen.has(unique_id))
    for (const { unique_id } of records) seen.add(unique_id)
    skip += page.data.length
    const isLast = page.data.length === 0 || skip >= page.total
    const isWhole = !isMoved && seen.size >= page.total && (isLast || (passes > 1 && !wasMoved))
    if (isWhole || (isLast && passes === maxPasses)) {
      if (seen.size < page.total) onMissing(period, page.total - seen.size)
      yield { records, next: end }
      return
    }
    if (isLast) [skip, passes, isMoved] = [0, passes + 1, false]
    yield { records, next: { day: period.since, skip, listed: page.total } }
    const next = await read(period, skip)
    if (next.total < page.total) [isMoved, wasMoved] = [skip > 0, true]
    page = next
  }
}

/** A page as the service lists it. */
interface ListedPage {
  readonly data: readonly JournalRecord[]
  readonly total: number
}

function createPageReader({ client, bot, signal, wait }: JournalReading) {
  let take: number | undefined = pageSize
  const request = async ({ since, until }: Period, skip: number): Promise<ListedPage> => {
    const size = take === undefined ? {} : { take }
    const query = { bot_unique_id: bot, start_date: since, end_date: until, skip, ...size }
    const { data, meta } = await client.readJournal(query, { signal })
    return { data, total: meta.total }
  }
  return async (period: Period, skip: number): Promise<ListedPage> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await request(period, skip)
      } catch (error) {
        signal.throwIfAborted()
        if (!(error instanceof ServiceError)) throw error
        const isTooLarge = error.status === 400 && take !== undefined
        if (isTooLarge) take = undefined
        const waitMs = isTooLarge ? 0 : waitFor(error, attempt)
        if (waitMs === undefined) throw withAdvice(error)
        await wait(waitMs, error)
        signal.throwIfAborted()
      }
    }
  }
}

const maxAttempts = 5
const firstWaitMs = 500
/** The longest delay that a service may ask for, in milliseconds. */
const maxWaitMs = 120_000

/** How long to wait before the next attempt: reading changes nothing, so it is repeated unless the service refuses it. */
function waitFor({ outcome, status, retryAfterMs }: ServiceError, attempt: number): number | undefined {
  const isRefused = (outcome === 'rejected' && status !== 429) || outcome === 'applied-unreadable' || status === 404
  if (isRefused || attempt === maxAttempts) return undefined
  if (retryAfterMs !== undefined) return retryAfterMs > maxWaitMs ? undefined : retryAfterMs
  return firstWaitMs * 2 ** (attempt - 1)
}

function withAdvice(error: ServiceError): OperationError {
  if (error.status !== 404) return error
  return new OperationError(error.code, error.message, {
    help: 'check "url" and "bot" of the environment in the config: the bot, or the journal, was not found',
    cause: error,
  })
}

const dayMs = 86_400_000

/** The day in UTC of a time in milliseconds. */
export function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}

function nextDay(day: string): string {
  return dayOf(Date.parse(day) + dayMs)
}

/** The last day of the first half. */
function middleDay({ since, until }: Period): string {
  const days = (Date.parse(until) - Date.parse(since)) / dayMs
  return dayOf(Date.parse(since) + Math.floor(days / 2) * dayMs)
}
