import { setMaxListeners } from 'node:events'
import type { Kysely } from 'kysely'
import type { Tables } from '../database/tables.ts'
import type { Egress } from '../egress/egress.ts'
import { startWorkLoop, type WorkLoop } from '../jobs/work-loop.ts'
import { createCounter } from '../runtime/counter.ts'
import type { DataLoaders } from '../runtime/data-loaders.ts'
import { createFairQueue } from '../runtime/fair-queue.ts'
import type { Pace } from '../runtime/pace.ts'
import { type Timers, waitAtMost } from '../runtime/timers.ts'
import { completionAttributes, serverAttributes, type Tracing } from '../tracing/tracing.ts'
import {
  type ClaimedDelivery,
  claimDeliveries,
  createOutcomeRecorder,
  type DeliveryOutcome,
  findLater,
  type OutcomeRecorder,
  releaseDeliveries,
  rescheduleLater,
} from './delivery-store.ts'
import { type Attempt, nextWait, sendResult } from './send-result.ts'

/**
 * The numbers of concurrent deliveries: an account whose receiver hangs leaves room for the results of others to the
 * same target, and one with many targets that hang leaves room in the process. A receiver that accepts everything gets
 * more at once.
 */
const limits = { lane: 4, succeedingLane: 16, target: 32, account: 64, total: 256 } as const
/** The number of results of one bot that are claimed ahead, so that a slow target does not block other bots. */
const aheadEachBot = 128
/**
 * A bot is busy with this number of claimed results, and no more are claimed; one whose receiver accepts everything with
 * a greater number.
 */
const busyFrom = { usual: aheadEachBot / 2, accepting: 2 * aheadEachBot } as const
/** The maximum number of bots that are known to accept everything; the least recently sent one is dropped. */
const maxAccepting = 10_000
/**
 * The delay before claiming a few deliveries, in milliseconds: a statement costs nearly the same for one as for thirty.
 */
const spacingMs = 30
/** The polling interval without notifications, in milliseconds. */
const idleMs = 5000
/** How long a bot's address is cached, in milliseconds. */
const freshMs = 100
/** How long a stop waits for work in progress, in milliseconds. */
const shutdownDeadlineMs = 3000

/** The dependencies of the queue. */
export interface DeliveryQueueOptions {
  readonly kysely: Kysely<Tables>
  readonly loaders: DataLoaders
  readonly owner: number
  readonly canClaim: () => boolean
  readonly egress: Egress
  readonly tracing: Tracing
  /** The delays before each attempt, in milliseconds. */
  readonly schedule: readonly number[]
  readonly timeoutMs: number
  readonly clock: () => Date
  readonly timers: Timers
  readonly pace: Pace
  /** A random number from 0 to 1. */
  readonly random: () => number
  /** Called after each claim with its duration, in milliseconds. */
  readonly onClaimed?: (ms: number) => void
  /** Called for each attempt once it is recorded. */
  readonly onAttempted: (outcome: DeliveryOutcome['kind']) => void
  readonly onError: (error: unknown) => void
}

interface ReadAddress {
  readonly address: string | null
  /** When the address was read, in milliseconds of the timers. */
  readonly readAt: number
}

interface Send extends ReadAddress {
  readonly delivery: ClaimedDelivery
}

/** Sends results. */
export interface DeliveryQueue extends WorkLoop {
  /** Which of new results this service sends itself, as soon as they are stored. */
  readonly arrivals: DeliveryArrivals
}

/**
 * The service that stores a result can claim it with the same statement. Results of a bot with many others are claimed
 * after they were stored.
 */
export interface DeliveryArrivals {
  /** Claims new results; returns them as they are to be stored. Each call is followed by one of the others. */
  claim(deliveries: readonly NewDelivery[]): readonly NewDelivery[]
  /** They are stored: starts to send what was claimed of them. */
  begin(deliveries: readonly NewDelivery[]): void
  /** The outcome of storing them is unknown. */
  abandon(deliveries: readonly NewDelivery[]): void
}

/** A result to be stored, and its bot as it was read before the result was found. */
export interface NewDelivery extends ClaimedDelivery {
  readonly owner: number | null
  /** When the bot was read, in milliseconds of the timers. */
  readonly readAt: number
}

/** Starts to send waiting results to the webhook addresses of their bots, with retries. */
export function startDeliveryQueue(options: DeliveryQueueOptions): DeliveryQueue {
  return new ResultQueue(options)
}

/** Runs from its construction until `stop`. */
class ResultQueue implements DeliveryQueue {
  readonly #options: DeliveryQueueOptions
  readonly #sending: AttemptOptions
  readonly #stopped = new AbortController()
  readonly #held = createHeld(() => this.wake())
  readonly #unsent: ClaimedDelivery[] = []
  /** The ids of claimed deliveries whose outcome is not recorded yet. */
  readonly #known = new Set<string>()
  readonly #queue = createFairQueue<Send>(limits, next => this.#send(next))
  readonly #readAddress: (next: Send) => Promise<ReadAddress>
  readonly #recorder: OutcomeRecorder
  readonly #loop: WorkLoop
  /**
   * The latest time by which something may be scheduled, in milliseconds: before it, the clock has gone back. Before the
   * first run, it is unknown.
   */
  #scheduledUpTo = Number.POSITIVE_INFINITY
  /** After a failure, which may have claimed something. */
  #isUnsure = false
  /** Meanwhile, nothing new is claimed: it would be released, too. */
  #isReleasing = false

  constructor(options: DeliveryQueueOptions) {
    this.#options = options
    this.#sending = { ...options, signal: this.#stopped.signal }
    this.#readAddress = createAddressReader(options)
    // Every delivery in progress listens.
    setMaxListeners(0, this.#stopped.signal)
    this.#recorder = createOutcomeRecorder({ ...options, onRecorded: outcome => this.#onRecorded(outcome) })
    const { timers, canClaim: mayRun, onError } = options
    this.#loop = startWorkLoop(() => this.#run(), onError, { spacingMs, timers, mayRun })
  }

  readonly arrivals: DeliveryArrivals = {
    claim: deliveries => deliveries.map(delivery => this.#claimNew(delivery)),
    begin: deliveries => {
      for (const delivery of deliveries) {
        if (delivery.owner === null) this.wake()
        else this.#enqueue(delivery, delivery.webhook_url, delivery.readAt)
      }
    },
    abandon: deliveries => {
      for (const delivery of deliveries) {
        if (delivery.owner === null) continue
        this.#known.delete(delivery.completion_id)
        this.#held.letGo(delivery)
      }
      this.#isUnsure = true
      this.wake()
    },
  }

  wake(): void {
    this.#loop.wake()
  }

  isAlive(): boolean {
    return this.#loop.isAlive()
  }

  async stop(): Promise<void> {
    const { kysely, owner, timers } = this.#options
    await this.#loop.stop()
    this.#unsent.push(...this.#queue.clear().map(({ delivery }) => delivery))
    await waitAtMost(timers, shutdownDeadlineMs, this.#queue.idle())
    this.#stopped.abort()
    await this.#queue.idle()
    await waitAtMost(timers, shutdownDeadlineMs, this.#recorder.idle())
    this.#recorder.giveUp()
    await waitAtMost(timers, shutdownDeadlineMs, this.#recorder.idle())
    await releaseDeliveries(kysely, owner, { only: this.#unsent.map(({ completion_id }) => completion_id) })
  }

  /** Claims deliveries. Resolves with the milliseconds until the next run. */
  async #run(): Promise<number> {
    const { kysely, clock } = this.#options
    const now = clock()
    const hasGoneBack = now.getTime() < this.#scheduledUpTo
    // Before the statement: what is recorded during it counts for the next run.
    this.#scheduledUpTo = now.getTime()
    if (hasGoneBack) await this.#rescheduleLater(now)
    const claimed = await this.#claim(now).catch(error => {
      this.#isUnsure = true
      throw error
    })
    for (const delivery of claimed) {
      this.#known.add(delivery.completion_id)
      this.#held.take(delivery)
      this.#enqueue(delivery, delivery.webhook_url)
    }
    if (claimed.length >= aheadEachBot) return 0
    const { due, isAhead } = await findLater(kysely, now)
    // The next run reschedules it: the service that did may have ended.
    if (isAhead) this.#scheduledUpTo = Number.POSITIVE_INFINITY
    return due === undefined ? idleMs : Math.min(idleMs, Math.max(10, due.getTime() - clock().getTime()))
  }

  async #rescheduleLater(now: Date): Promise<void> {
    try {
      await rescheduleLater(this.#options.kysely, now)
    } catch (error) {
      this.#scheduledUpTo = Number.POSITIVE_INFINITY
      throw error
    }
  }

  async #claim(now: Date): Promise<readonly ClaimedDelivery[]> {
    const { kysely, owner, timers, onClaimed = () => {} } = this.#options
    if (this.#isUnsure) {
      this.#isUnsure = false
      this.#isReleasing = true
      await releaseDeliveries(kysely, owner, { except: [...this.#known] }).finally(() => {
        this.#isReleasing = false
      })
    }
    const begunAt = timers.now()
    const claimed = await claimDeliveries(kysely, owner, {
      now,
      eachBot: aheadEachBot,
      busyBots: this.#held.busyBots(),
    })
    onClaimed(timers.now() - begunAt)
    return claimed
  }

  #claimNew(delivery: NewDelivery): NewDelivery {
    const { owner, canClaim } = this.#options
    if (this.#isReleasing || !canClaim() || this.#held.isBusy(delivery.bot_id)) return delivery
    this.#known.add(delivery.completion_id)
    this.#held.take(delivery)
    return { ...delivery, owner, attempts: 1 }
  }

  #enqueue(delivery: ClaimedDelivery, address: string | null, readAt = this.#options.timers.now()): void {
    const lane = { account: delivery.account_id, target: targetOf(address) }
    this.#queue.add(lane, { delivery, address, readAt })
  }

  /** Resolves with whether the receiver has accepted the result. */
  async #send(next: Send): Promise<boolean> {
    const { delivery } = next
    const { signal } = this.#stopped
    const { address, readAt } = await this.#readAddress(next)
    if (address !== next.address && targetOf(address) !== targetOf(next.address)) {
      this.#enqueue(delivery, address, readAt)
      return false
    }
    const attempt = await attemptAt(address, delivery, this.#sending)
    this.#held.end(delivery, attempt.kind === 'delivered')
    if (signal.aborted && attempt.kind === 'again') this.#unsent.push(delivery)
    else this.#recorder.record(outcomeOf(attempt, delivery, this.#options))
    return attempt.kind === 'delivered'
  }

  #onRecorded(outcome: DeliveryOutcome): void {
    this.#known.delete(outcome.delivery.completion_id)
    this.#options.onAttempted(outcome.kind)
    if (outcome.kind !== 'again') return
    // The clock may have gone back since the attempt ended.
    this.#scheduledUpTo = Math.max(this.#scheduledUpTo, outcome.scheduledAt.getTime())
    this.wake()
  }
}

/** Counts the claimed results of each bot; `onRoom` is called when a bot stops being busy. */
function createHeld(onRoom: () => void) {
  const byBot = createCounter()
  /** The bots whose last attempt was accepted. */
  const accepting = new Set<string>()
  const isBusy = (bot: string) => byBot.get(bot) >= (accepting.has(bot) ? busyFrom.accepting : busyFrom.usual)
  const letGo = ({ bot_id }: ClaimedDelivery) => {
    const wasBusy = isBusy(bot_id)
    byBot.add(bot_id, -1)
    if (wasBusy && !isBusy(bot_id)) onRoom()
  }
  return {
    take({ bot_id }: ClaimedDelivery) {
      byBot.add(bot_id, 1)
    },
    letGo,
    /** Lets go of a result after an attempt. */
    end(delivery: ClaimedDelivery, isAccepted: boolean) {
      accepting.delete(delivery.bot_id)
      if (isAccepted) accepting.add(delivery.bot_id)
      if (accepting.size > maxAccepting) accepting.delete(accepting.values().next().value ?? '')
      letGo(delivery)
    },
    isBusy,
    busyBots: () => byBot.keysFrom(1).filter(isBusy),
  }
}

/** Reads the current addresses of bots: they may have changed while results waited. One read serves many results. */
function createAddressReader({ loaders, timers, onError }: DeliveryQueueOptions) {
  /** By bot; the oldest first. */
  const known = new Map<string, ReadAddress>()
  const isFresh = (read: ReadAddress | undefined) => read !== undefined && timers.now() - read.readAt < freshMs
  const keep = (bot: string, read: ReadAddress) => {
    known.delete(bot)
    known.set(bot, read)
    for (const [id, each] of known) {
      if (isFresh(each)) return
      known.delete(id)
    }
  }
  return async (next: Send): Promise<ReadAddress> => {
    const { bot_id } = next.delivery
    const fresh = [next, known.get(bot_id)].find(isFresh)
    if (fresh !== undefined) return fresh
    const readAt = timers.now()
    try {
      const read = { address: (await loaders.bot(bot_id))?.webhook_url ?? null, readAt }
      keep(bot_id, read)
      return read
    } catch (error) {
      onError(error)
      return next
    }
  }
}

function targetOf(address: string | null): string {
  return address === null ? '' : new URL(address).origin
}

/** The options of all attempts. */
type AttemptOptions = Omit<Parameters<typeof sendResult>[2], 'span'> & Pick<DeliveryQueueOptions, 'tracing'>

async function attemptAt(
  address: string | null,
  { completion_id: id, bot_id, body, sequence, webhook_secret: secret, traceparent: parent, attempts }: ClaimedDelivery,
  options: AttemptOptions,
): Promise<Attempt> {
  if (address === null) return { kind: 'failed', reason: 'The bot has no webhook address any more.' }
  const result = { id, body, sequence, secret }
  if (!options.tracing.isOn) return sendResult(address, result, options)
  const attributes = {
    ...completionAttributes({ id, bot_id }),
    ...serverAttributes(new URL(address)),
    'http.request.method': 'POST',
    'scenewright.attempt': attempts,
  }
  return options.tracing.run({ name: 'completion deliver', kind: 'client', parent, attributes }, async span => {
    const attempt = await sendResult(address, result, { ...options, span })
    if (attempt.kind !== 'delivered') span.fail(attempt.kind)
    return attempt
  })
}

function outcomeOf(
  attempt: Attempt,
  delivery: ClaimedDelivery,
  { schedule, random, clock }: DeliveryQueueOptions,
): DeliveryOutcome {
  if (attempt.kind !== 'again') return { ...attempt, delivery }
  const { reason, askedMs } = attempt
  const jitter = { random: random(), ...(askedMs !== undefined && { askedMs }) }
  const ms = nextWait(schedule, delivery.attempts, jitter)
  if (ms === undefined) return { kind: 'failed', reason, delivery }
  const scheduledAt = clock()
  return { kind: 'again', reason, dueAt: new Date(scheduledAt.getTime() + ms), scheduledAt, delivery }
}
