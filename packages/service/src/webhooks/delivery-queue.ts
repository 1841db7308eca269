import type { Kysely } from 'kysely'
import type { Tables } from '../database/tables.ts'
import type { Egress } from '../egress/egress.ts'
import { startWorkLoop, type WorkLoop } from '../jobs/work-loop.ts'
import type { DataLoaders } from '../runtime/data-loaders.ts'
import { type Timers, waitAtMost } from '../runtime/timers.ts'
import {
  type ClaimedDelivery,
  claimDeliveries,
  createOutcomeRecorder,
  type DeliveryOutcome,
  nextDue,
  releaseDeliveries,
} from './delivery-store.ts'
import { type Attempt, nextWait, sendResult } from './send-result.ts'
import { createTargetQueues } from './target-queues.ts'

/** Results on their way to one target at a time. */
const mostATarget = 4
/** Results of one bot taken up ahead, so that a slow target holds up no other bot's. */
const aheadEachBot = 128
/** How soon to look again for a few, in milliseconds: a statement costs nearly the same for one as for thirty. */
const spacingMs = 30
/** How long to wait for news before looking anyway, in milliseconds. */
const idleMs = 5000
/** How long an address that was read counts as the bot's own, in milliseconds. */
const freshMs = 50
/** How long a stop waits for what is under way, in milliseconds. */
const shutdownDeadlineMs = 3000

/** What delivering needs. */
export interface DeliveryQueueOptions {
  readonly kysely: Kysely<Tables>
  readonly loaders: DataLoaders
  readonly owner: number
  readonly egress: Egress
  /** Waits before each attempt, in milliseconds. */
  readonly schedule: readonly number[]
  readonly timeoutMs: number
  readonly clock: () => Date
  readonly timers: Timers
  /** From 0 to 1. */
  readonly random: () => number
  /** Told of every attempt once it is recorded. */
  readonly onAttempted: (outcome: DeliveryOutcome['kind']) => void
  readonly onError: (error: unknown) => void
}

interface Send {
  readonly delivery: ClaimedDelivery
  readonly address: string | null
  /** When the address was read. */
  readonly readAt: number
}

/** Sends the results that wait to their bots' webhook addresses, again where that may help. */
export function startDeliveryQueue(options: DeliveryQueueOptions): WorkLoop {
  const { kysely, owner, clock, timers, onError } = options
  const stopped = new AbortController()
  const held = createHeld(() => loop.wake())
  const unsent: ClaimedDelivery[] = []
  /** What this service has taken up, until what became of it is recorded. */
  const known = new Set<string>()
  // After a claim that failed: whether it took something up, nobody knows.
  let isUnsure = false
  const recorder = createOutcomeRecorder({
    kysely,
    owner,
    timers,
    onError,
    onRecorded: ({ kind, delivery }) => {
      known.delete(delivery.completion_id)
      options.onAttempted(kind)
      if (kind === 'again') loop.wake()
    },
  })

  const send = async (next: Send): Promise<void> => {
    const { delivery } = next
    const address = await currentAddress(next, options)
    if (targetOf(address) !== targetOf(next.address)) return enqueue(delivery, address)
    const attempt = await attemptAt(address, delivery, { ...options, signal: stopped.signal })
    held.letGo(delivery)
    if (stopped.signal.aborted && attempt.kind === 'again') unsent.push(delivery)
    else recorder.record(outcomeOf(attempt, delivery, options))
  }
  const queues = createTargetQueues<Send>(mostATarget, send)
  const enqueue = (delivery: ClaimedDelivery, address: string | null) => {
    queues.add(targetOf(address), { delivery, address, readAt: clock().getTime() })
  }
  const run = async () => {
    if (isUnsure) await releaseDeliveries(kysely, owner, { except: [...known] })
    isUnsure = true
    const now = clock()
    const claimed = await claimDeliveries(kysely, owner, { now, eachBot: aheadEachBot, busyBots: held.busyBots() })
    isUnsure = false
    for (const delivery of claimed) {
      known.add(delivery.completion_id)
      held.take(delivery)
      enqueue(delivery, delivery.webhook_url)
    }
    if (claimed.length >= aheadEachBot) return 0
    const due = await nextDue(kysely, now)
    return due === undefined ? idleMs : Math.min(idleMs, Math.max(10, due.getTime() - clock().getTime()))
  }
  const loop = startWorkLoop(run, onError, { spacingMs, timers })
  return {
    wake: loop.wake,
    isAlive: loop.isAlive,
    async stop() {
      await loop.stop()
      unsent.push(...queues.clear().map(({ delivery }) => delivery))
      await waitAtMost(timers, shutdownDeadlineMs, queues.idle())
      stopped.abort()
      await queues.idle()
      await waitAtMost(timers, shutdownDeadlineMs, recorder.idle())
      recorder.giveUp()
      await waitAtMost(timers, shutdownDeadlineMs, recorder.idle())
      await releaseDeliveries(kysely, owner, { only: unsent.map(({ completion_id }) => completion_id) })
    },
  }
}

/** Counts what is taken up of each bot; `onRoom` is told when a bot stops being busy. */
function createHeld(onRoom: () => void) {
  const byBot = new Map<string, number>()
  const busyFrom = aheadEachBot / 2
  return {
    take({ bot_id }: ClaimedDelivery) {
      byBot.set(bot_id, (byBot.get(bot_id) ?? 0) + 1)
    },
    letGo({ bot_id }: ClaimedDelivery) {
      const held = (byBot.get(bot_id) ?? 1) - 1
      if (held === 0) byBot.delete(bot_id)
      else byBot.set(bot_id, held)
      if (held === busyFrom - 1) onRoom()
    },
    busyBots: () => [...byBot].filter(([, held]) => held >= busyFrom).map(([bot]) => bot),
  }
}

/** The bot's address: it may have changed while the result waited for its turn. */
async function currentAddress(
  { delivery, address, readAt }: Send,
  { loaders, clock, onError }: DeliveryQueueOptions,
): Promise<string | null> {
  if (clock().getTime() - readAt < freshMs) return address
  try {
    return (await loaders.bot(delivery.bot_id))?.webhook_url ?? null
  } catch (error) {
    onError(error)
    return address
  }
}

function targetOf(address: string | null): string {
  return address === null ? '' : new URL(address).origin
}

async function attemptAt(
  address: string | null,
  { completion_id: id, body, webhook_secret: secret }: ClaimedDelivery,
  options: Parameters<typeof sendResult>[2],
): Promise<Attempt> {
  if (address === null) return { kind: 'failed', reason: 'The bot has no webhook address any more.' }
  return sendResult(address, { id, body, secret }, options)
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
  return { kind: 'again', reason, dueAt: new Date(clock().getTime() + ms), delivery }
}
