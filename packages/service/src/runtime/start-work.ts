import type { Kysely } from 'kysely'
import { startAnswerQueue } from '../answering/answer-queue.ts'
import { createFallbackResponder } from '../answering/fallback-responder.ts'
import { createPreparedBots } from '../answering/prepared-bots.ts'
import type { CallFunction } from '../answering/reply-by-model.ts'
import { releaseOrphans } from '../database/ownership.ts'
import type { Tables } from '../database/tables.ts'
import { startRetention } from '../jobs/retention.ts'
import { startWorkLoop, type WorkLoop } from '../jobs/work-loop.ts'
import type { ProvidersSettings } from '../providers/provider-settings.ts'
import { createAgentReader } from '../resources/agents/store.ts'
import { callFunction } from '../resources/functions/call.ts'
import { startScanQueue } from '../resources/scans/queue.ts'
import { startTransferQueue } from '../resources/transfers/queue.ts'
import { startDeliveryQueue } from '../webhooks/delivery-queue.ts'
import { deliverySchedule } from '../webhooks/send-result.ts'
import type { DataLoaders } from './data-loaders.ts'
import type { ServiceOptions } from './service-options.ts'
import type { ServiceParts } from './service-parts.ts'
import type { TimeSlicer } from './time-slicer.ts'
import type { Timers } from './timers.ts'

/** The time limit for an attempt of a delivery, in milliseconds. */
const deliveryTimeoutMs = 15_000
/** The default time limit of a completion is at least this, in milliseconds, and this much longer than a provider's. */
const shortestAnswerTimeoutMs = 300_000
const besidesProviderMs = 30_000
/** How often to search for the work of dead services on a shared database, in milliseconds. */
const orphansMs = 5000

/** The background work of a service. */
export interface Work {
  readonly answers: WorkLoop
  readonly deliveries: WorkLoop
  readonly background: BackgroundWork
  /** Resolves when the work in progress has ended, or was released. Never rejects. */
  stop(): Promise<void>
}

/** Starts answering, deliveries and background jobs. */
export function startWork(parts: ServiceParts, options: ServiceOptions, onError: (error: unknown) => void): Work {
  const { kysely, isShared, owner, timers } = parts
  const deliveries = startDelivering(parts, options, onError)
  const answers = startAnswering(parts, { ...options, deliveries }, onError)
  const background = startBackgroundWork({ ...parts, onError })
  const takeUpOrphans = async () => {
    await releaseOrphans(kysely, owner)
    answers.wake()
    deliveries.wake()
    return orphansMs
  }
  const orphans = isShared ? [startWorkLoop(takeUpOrphans, onError, { timers })] : []
  return {
    answers,
    deliveries,
    background,
    async stop() {
      // What cannot be released now is released when the lock of this process ends.
      for (const part of [...orphans, answers, background, deliveries]) await part.stop().catch(onError)
    },
  }
}

function startDelivering(parts: ServiceParts, { delivery }: ServiceOptions, onError: (error: unknown) => void) {
  return startDeliveryQueue({
    ...parts,
    random: Math.random,
    onAttempted: parts.meters.deliveryAttempted,
    onError,
    schedule: delivery?.schedule ?? deliverySchedule,
    timeoutMs: delivery?.timeoutMs ?? deliveryTimeoutMs,
  })
}

function startAnswering(
  parts: ServiceParts,
  { deliveries, ...options }: ServiceOptions & { readonly deliveries: WorkLoop },
  onError: (error: unknown) => void,
): WorkLoop {
  return startAnswerQueue({
    ...parts,
    preparedBots: createPreparedBots(parts.kysely),
    agents: createAgentReader(parts.kysely),
    respondWithoutScenario: createFallbackResponder({ ...parts, callFunction: measuredCalls(parts) }),
    answerTimeoutMs: options.answerTimeoutMs ?? answerTimeoutMs(options.providers),
    onCompleted(results) {
      deliveries.wake()
      for (const { status } of results) parts.meters.completionFinished(status)
    },
    onError,
  })
}

/** The default time limit of a completion: longer than the limit of every provider. */
function answerTimeoutMs(providers: ProvidersSettings = {}): number {
  const limits = Object.values(providers).map(({ timeoutMs = 0 }) => timeoutMs + besidesProviderMs)
  return Math.max(shortestAnswerTimeoutMs, ...limits)
}

function measuredCalls({ functionCalls, meters }: ServiceParts): CallFunction {
  return async (called, args, signal) => {
    const begunAt = performance.now()
    const result = await callFunction(called, args, { ...functionCalls, signal })
    meters.functionCalled(result.kind === 'value' ? 'answered' : 'failed', performance.now() - begunAt)
    return result
  }
}

/** Jobs that no client waits for. */
interface BackgroundWork {
  /** Notifies the jobs that there is something to do. */
  wake(kind: 'scans' | 'transfers'): void
  /** Resolves when the work in progress has been released. */
  stop(): Promise<void>
}

/** Starts scans, transfers, and the deletion of old data. */
function startBackgroundWork(options: {
  readonly kysely: Kysely<Tables>
  readonly loaders: DataLoaders
  readonly owner: number
  readonly canClaim: () => boolean
  readonly clock: () => Date
  readonly slicer: TimeSlicer
  readonly retentionMs: number
  readonly timers: Timers
  readonly onError: (error: unknown) => void
}): BackgroundWork {
  const queues = { scans: startScanQueue(options), transfers: startTransferQueue(options) }
  const retention = startRetention(options)
  return {
    wake: kind => queues[kind].wake(),
    async stop() {
      await Promise.all([queues.scans, queues.transfers, retention].map(part => part.stop().catch(options.onError)))
    },
  }
}
