import { availableParallelism } from 'node:os'
import type { MessagePort, Worker } from 'node:worker_threads'
import type { BotSettings } from '@scenewright/model/config'
import { createLastBot, type SimulatedScenario } from '@scenewright/simulator'
import { type CountedMessage, createReplay } from '@scenewright/simulator/lab'
import { workerEntry } from '../../bin-files.ts'
import { createReplayCodec } from './replay-codec.ts'

/** The data to create a bot: plain data, so that each thread creates its own. */
interface BotData {
  readonly scenarios: readonly SimulatedScenario[]
  readonly settings: BotSettings
}

/** The task of a worker thread. */
export interface ReplayTask {
  readonly replay: BotData
}

/** Threads that have been started. */
export interface ReplayThreads {
  /** The number of parts to begin before the first result is awaited, so that no thread waits. */
  readonly ahead: number
  /** Replays messages; resolves with the decisions as text. A failed thread, and an aborted signal, reject it. */
  replay(messages: readonly CountedMessage[]): Promise<string>
  /** Resolves when all threads have ended. */
  stop(): Promise<unknown>
}

/** The number of messages from which threads save time: each creates its own bot first. */
const usualThreadsFrom = 5000

/** More threads would only use more memory: each has its own bot. */
const maxThreads = 2

/** What a thread creates for a message is soon garbage: without a limit, V8 lets it grow to 48 MB before it is collected. */
const maxYoungGenerationSizeMb = 8

/** The number of parts that each thread has at a time. */
const partsAhead = 3

/** The number of threads for this many messages; 0 to replay them in this thread. */
export function countReplayThreads(messages: number, threadsFrom = usualThreadsFrom): number {
  const threads = Math.min(maxThreads, availableParallelism())
  return threads < 2 || messages < threadsFrom ? 0 : threads
}

/** Starts this many threads. */
export function startReplayThreads(
  data: BotData,
  { threads, signal }: { readonly threads: number; readonly signal: AbortSignal },
): ReplayThreads {
  signal.throwIfAborted()
  // Loaded on demand: few runs have that many messages.
  const { Worker } = process.getBuiltinModule('node:worker_threads')
  const workerData: ReplayTask = { replay: data }
  const options = { workerData, resourceLimits: { maxYoungGenerationSizeMb } }
  const workers = Array.from({ length: threads }, () => createClient(new Worker(workerEntry, options)))
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  aborted.catch(() => {})
  return {
    ahead: threads * partsAhead,
    replay(messages) {
      const [free] = workers.toSorted((a, b) => a.waiting() - b.waiting())
      const replayed = Promise.race([aborted, free?.replay(messages) ?? aborted])
      // It is awaited later; until then a failure must not end the process.
      replayed.catch(() => {})
      return replayed
    },
    stop: () => Promise.all(workers.map(worker => worker.stop())),
  }
}

/** A worker responds to the messages in their order. */
function createClient(worker: Worker) {
  const waiting: { resolve(encoded: string): void; reject(error: unknown): void }[] = []
  let failure: unknown
  const fail = (error: unknown) => {
    failure = error
    for (const { reject } of waiting.splice(0)) reject(error)
  }
  worker.on('message', (encoded: string) => waiting.shift()?.resolve(encoded))
  worker.once('error', fail)
  worker.once('exit', code => fail(new Error(`A worker ended with ${code}`)))
  return {
    waiting: () => waiting.length,
    replay: (messages: readonly CountedMessage[]) =>
      new Promise<string>((resolve, reject) => {
        if (failure !== undefined) return reject(failure)
        waiting.push({ resolve, reject })
        worker.postMessage(messages)
      }),
    stop: () => worker.terminate(),
  }
}

/** The code of a worker: responds to each list of messages with the decisions on them, until it is stopped. */
export function replayInWorker({ replay: { scenarios, settings } }: ReplayTask, port: MessagePort): void {
  const bot = createLastBot(scenarios, settings)
  const replay = createReplay(bot)
  const { encode } = createReplayCodec(bot)
  port.on('message', (messages: readonly CountedMessage[]) => {
    port.postMessage(encode(messages.map(replay)))
  })
}
