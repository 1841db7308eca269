import { setTimeout as wait } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { createBatcher } from '../batcher.ts'
import type { Tables } from '../database/tables.ts'
import type { Lookups } from '../lookups.ts'
import { startWorkLoop, type WorkLoop } from '../work-loop.ts'
import {
  type ClaimedDelivery,
  claimDeliveries,
  type DeliveryOutcome,
  nextDue,
  recordOutcomes,
  releaseDeliveries,
} from './delivery-store.ts'
import { createEgress } from './egress.ts'
import { nextWait } from './schedule.ts'
import { type Attempt, sendResult } from './send-result.ts'
import type { TargetPolicy } from './target-address.ts'
import { createTargetQueues } from './target-queues.ts'

/** Results on their way to one target at a time. */
const mostATarget = 4
/** Results of one bot taken up ahead, so that a slow target holds up no other bot's. */
const aheadEachBot = 32
/** How long to wait for news before looking anyway, in milliseconds. */
const idleMs = 5000
/** How long a stop waits for what is under way, in milliseconds. */
const patienceMs = 3000

/** What delivering needs. */
export interface DeliveryQueueOptions {
  readonly kysely: Kysely<Tables>
  readonly lookups: Lookups
  readonly owner: number
  readonly policy: TargetPolicy
  /** Waits before each attempt, in milliseconds. */
  readonly schedule: readonly number[]
  readonly timeoutMs: number
  readonly clock: () => Date
  /** From 0 to 1. */
  readonly random: () => number
  readonly onError: (error: unknown) => void
}

interface Send {
  readonly delivery: ClaimedDelivery
  readonly target: string
}

/** Sends the results that wait to their bots' webhook addresses, again where that may help. */
export function startDeliveryQueue(options: DeliveryQueueOptions): WorkLoop {
  const { kysely, lookups, owner, clock, onError } = options
  const stopped = new AbortController()
  const egress = createEgress(options.policy)
  const heldByBot = new Map<string, number>()
  const record = createRecorder(kysely, owner, onError)

  const addressOf = async ({ bot_id }: ClaimedDelivery) => (await lookups.bot(bot_id))?.webhook_url ?? null
  const send = async ({ delivery, target }: Send): Promise<void> => {
    // The bot's address of this very moment: it may have changed while the result waited.
    const address = await addressOf(delivery)
    if (address !== null && targetOf(address) !== target)
      return queues.add(targetOf(address), withTarget(delivery, address))
    const attempt = await attemptAt(address, delivery, { ...options, egress, signal: stopped.signal })
    letGo(delivery)
    const isCutShort = stopped.signal.aborted && attempt.kind === 'again'
    if (isCutShort) return releaseDeliveries(kysely, owner, [delivery])
    const outcome = outcomeOf(attempt, delivery, options)
    await record(outcome)
    if (outcome.kind === 'again') loop.wake()
  }
  const queues = createTargetQueues<Send>(mostATarget, item => send(item).catch(onError))

  const hold = async (delivery: ClaimedDelivery) => {
    heldByBot.set(delivery.bot_id, (heldByBot.get(delivery.bot_id) ?? 0) + 1)
    const { target } = withTarget(delivery, await addressOf(delivery))
    queues.add(target, { delivery, target })
  }
  const letGo = ({ bot_id }: ClaimedDelivery) => {
    const held = (heldByBot.get(bot_id) ?? 1) - 1
    if (held === 0) heldByBot.delete(bot_id)
    else heldByBot.set(bot_id, held)
    // Just now it counts as busy no longer, and more of its results may be taken up.
    if (held === aheadEachBot / 2 - 1) loop.wake()
  }
  const run = async () => {
    const now = clock()
    const busyBots = [...heldByBot].filter(([, held]) => held >= aheadEachBot / 2).map(([bot]) => bot)
    const claimed = await claimDeliveries(kysely, owner, { now, eachBot: aheadEachBot, busyBots })
    await Promise.all(claimed.map(hold))
    if (claimed.length > 0) return 0
    const due = await nextDue(kysely, now)
    return due === undefined ? idleMs : Math.min(idleMs, Math.max(10, due.getTime() - clock().getTime()))
  }
  const loop = startWorkLoop(run, onError)
  return {
    wake: loop.wake,
    async stop() {
      await loop.stop()
      const unsent = queues.clear().map(({ delivery }) => delivery)
      await Promise.race([queues.idle(), wait(patienceMs, undefined, { ref: false })])
      stopped.abort()
      await queues.idle()
      await releaseDeliveries(kysely, owner, unsent)
      egress.close()
    },
  }
}

/** Records outcomes, many at a time, until the database takes them: a decided result must not be sent again. */
function createRecorder(kysely: Kysely<Tables>, owner: number, onError: (error: unknown) => void) {
  const recordOnce = createBatcher(async (outcomes: readonly DeliveryOutcome[]) => {
    await recordOutcomes(kysely, owner, outcomes)
    return outcomes.map(() => undefined)
  }, 100)
  return async (outcome: DeliveryOutcome) => {
    for (let attempt = 0; attempt < 30; attempt += 1) {
      try {
        return await recordOnce(outcome)
      } catch (error) {
        onError(error)
        await wait(1000)
      }
    }
  }
}

function withTarget(delivery: ClaimedDelivery, address: string | null): Send {
  return { delivery, target: address === null ? '' : targetOf(address) }
}

function targetOf(address: string): string {
  return new URL(address).origin
}

async function attemptAt(
  address: string | null,
  { body }: ClaimedDelivery,
  options: Parameters<typeof sendResult>[2],
): Promise<Attempt> {
  if (address === null) return { kind: 'failed', reason: 'The bot has no webhook address any more.' }
  return sendResult(address, body, options)
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
