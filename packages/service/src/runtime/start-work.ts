import { type AnswerQueue, startAnswerQueue } from '../answering/answer-queue.ts'
import { createFallbackResponder } from '../answering/fallback-responder.ts'
import { createPreparedBots } from '../answering/prepared-bots.ts'
import type { CallFunction } from '../answering/reply-by-model.ts'
import { countServices, releaseOrphans } from '../database/ownership.ts'
import { startRetention } from '../jobs/retention.ts'
import { startWorkLoop, type WorkLoop } from '../jobs/work-loop.ts'
import type { ProvidersSettings } from '../providers/provider-settings.ts'
import { createAgentReader } from '../resources/agents/store.ts'
import { startEmbeddingQueue } from '../resources/embeddings/queue.ts'
import { callFunction } from '../resources/functions/call.ts'
import { startScanQueue } from '../resources/scans/queue.ts'
import { startTransferQueue } from '../resources/transfers/queue.ts'
import { createAnswerTrace } from '../tracing/tracing.ts'
import { type DeliveryQueue, startDeliveryQueue } from '../webhooks/delivery-queue.ts'
import { deliverySchedule } from '../webhooks/send-result.ts'
import type { ServiceOptions } from './service-options.ts'
import type { ServiceParts } from './service-parts.ts'

/** The time limit for an attempt of a delivery, in milliseconds. */
const deliveryTimeoutMs = 15_000
/** The default time limit of a completion is at least this, in milliseconds, and this much longer than a provider's. */
const shortestAnswerTimeoutMs = 300_000
const besidesProviderMs = 30_000
/** How often to count the services on a shared database, and to search for the work of dead ones, in milliseconds. */
const watchMs = 5000

/** The background work of a service. */
export interface Work {
  readonly answers: AnswerQueue
  readonly scans: WorkLoop
  readonly transfers: WorkLoop
  /** Absent without a provider of embeddings. */
  readonly embeddings: WorkLoop | undefined
  /** All of it. */
  readonly loops: readonly WorkLoop[]
  /** Resolves when the work in progress has ended, or was released. Never rejects. */
  stop(): Promise<void>
}

/** Starts answering, deliveries, scans, transfers, the computation of vectors, and the deletion of old data. */
export function startWork(parts: ServiceParts, options: ServiceOptions, onError: (error: unknown) => void): Work {
  const { kysely, isShared, owner, pace, timers } = parts
  const deliveries = startDelivering(parts, options, onError)
  const answers = startAnswering(parts, { ...options, deliveries }, onError)
  const scans = startScanQueue({ ...parts, onError })
  const transfers = startTransferQueue({ ...parts, onError })
  const embeddings = parts.embeddings && startEmbeddingQueue({ ...parts, embeddings: parts.embeddings, onError })
  const retention = startRetention({ ...parts, onError })
  const watchServices = async () => {
    await releaseOrphans(kysely, owner)
    pace.adapt(await countServices(kysely))
    answers.wake()
    deliveries.wake()
    return watchMs
  }
  const watches = isShared ? [startWorkLoop(watchServices, onError, { timers })] : []
  // Work that cannot be released now is released when the lock of this process ends.
  const stop = (loop: WorkLoop) => loop.stop().catch(onError)
  return {
    answers,
    scans,
    transfers,
    embeddings,
    loops: [answers, deliveries, scans, transfers, retention, ...(embeddings ? [embeddings] : []), ...watches],
    async stop() {
      await Promise.all(watches.map(stop))
      await stop(answers)
      await Promise.all([scans, transfers, retention, ...(embeddings ? [embeddings] : [])].map(stop))
      // Last, because answers lead to deliveries.
      await stop(deliveries)
    },
  }
}

function startDelivering(parts: ServiceParts, { delivery }: ServiceOptions, onError: (error: unknown) => void) {
  return startDeliveryQueue({
    ...parts,
    pace: parts.pace.background,
    random: Math.random,
    onAttempted: parts.meters.deliveryAttempted,
    onClaimed: ms => parts.meters.workClaimed('deliveries', ms),
    onError,
    schedule: delivery?.schedule ?? deliverySchedule,
    timeoutMs: delivery?.timeoutMs ?? deliveryTimeoutMs,
  })
}

function startAnswering(
  parts: ServiceParts,
  { deliveries, ...options }: ServiceOptions & { readonly deliveries: DeliveryQueue },
  onError: (error: unknown) => void,
): AnswerQueue {
  return startAnswerQueue({
    ...parts,
    pace: parts.pace.background,
    preparedBots: createPreparedBots(parts.kysely, parts.slicer),
    agents: createAgentReader(parts.kysely),
    respondWithoutScenario: createFallbackResponder({ ...parts, callFunction: measuredCalls(parts) }),
    traced: createAnswerTrace(parts.tracing),
    answerTimeoutMs: options.answerTimeoutMs ?? answerTimeoutMs(options.providers),
    deliveries: deliveries.arrivals,
    onClaimed: ms => parts.meters.workClaimed('completions', ms),
    onCompleted(answers) {
      for (const { status } of answers) parts.meters.completionFinished(status)
    },
    onError,
  })
}

/** The default time limit of a completion: longer than the limit of every provider. */
function answerTimeoutMs({ embeddings: _embeddings, ...providers }: ProvidersSettings = {}): number {
  const limits = Object.values(providers).map(({ timeoutMs = 0 }) => timeoutMs + besidesProviderMs)
  return Math.max(shortestAnswerTimeoutMs, ...limits)
}

function measuredCalls({ functionCalls, meters, timers }: ServiceParts): CallFunction {
  return async (called, args, options) => {
    const begunAt = timers.now()
    const result = await callFunction(called, args, { ...functionCalls, ...options })
    meters.functionCalled(result.kind === 'value' ? 'answered' : 'failed', timers.now() - begunAt)
    return result
  }
}
