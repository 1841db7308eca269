import type { MessagePort, Worker } from 'node:worker_threads'
import { type BehaviorChange, createComparison } from '@scenewright/differ'
import type { BotSettings } from '@scenewright/model/config'
import { createBot, type SimulatedScenario } from '@scenewright/simulator'
import { workerEntry } from '../../bin-files.ts'
import type { MessageParts } from './message-parts.ts'

/** The data to create the bots of both sides: plain data, so that each thread creates its own. */
export interface BothBots {
  readonly base: readonly SimulatedScenario[]
  readonly head: readonly SimulatedScenario[]
  readonly settings: { readonly base: BotSettings; readonly head: BotSettings }
  /** From the keys of the base to the keys at the head. */
  readonly renames: ReadonlyMap<string, string>
}

/** The task of a worker thread. */
export interface ComparisonTask {
  readonly bots: BothBots
}

/** Threads that have been started. */
export interface ComparisonThreads {
  /** Settles when all parts are processed, or one thread has failed. An aborted signal rejects it, with its reason. */
  readonly done: Promise<unknown>
  /** Resolves when all threads have ended. */
  stop(): Promise<unknown>
}

/** Starts this many threads, which process parts of the messages until none is left, or the signal is aborted. */
export function startComparisonThreads(
  bots: BothBots,
  parts: MessageParts,
  { threads, signal }: { readonly threads: number; readonly signal: AbortSignal },
): ComparisonThreads {
  signal.throwIfAborted()
  // Loaded on demand: few runs have that many messages.
  const { Worker } = process.getBuiltinModule('node:worker_threads')
  const workerData: ComparisonTask = { bots }
  const workers = Array.from({ length: threads }, () => new Worker(workerEntry, { workerData }))
  const stop = () => Promise.all(workers.map(worker => worker.terminate()))
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  const done = Promise.race([aborted, Promise.all(workers.map(worker => handOut(worker, parts)))])
  // It is awaited later; until then a failure must not end the process.
  done.catch(() => {})
  return { done, stop }
}

/** Two parts are in progress at once, so that the thread need not wait while this one is busy. */
const ahead = 2

function handOut(worker: Worker, parts: MessageParts): Promise<void> {
  return new Promise((resolve, reject) => {
    const open: number[] = []
    const next = () => {
      const part = parts.take()
      if (part === undefined) return
      open.push(part.place)
      worker.postMessage(part.messages)
    }
    worker.on('message', (changes: readonly BehaviorChange[]) => {
      const place = open.shift()
      if (place !== undefined) parts.give(place, changes)
      next()
      if (open.length === 0) resolve()
    })
    worker.once('error', reject)
    worker.once('exit', code => reject(new Error(`A worker ended with ${code}`)))
    for (let part = 0; part < ahead; part++) next()
    if (open.length === 0) resolve()
  })
}

/**
 * The code of a worker: responds to each list of messages with the changes of their decisions, in order, until it is
 * stopped.
 */
export function compareInWorker({ bots: { base, head, settings, renames } }: ComparisonTask, port: MessagePort): void {
  const before = createBot(base, settings.base)
  const compare = createComparison(before, createBot(head, settings.head, before), renames)
  port.on('message', (messages: readonly string[]) => {
    port.postMessage(messages.flatMap(message => compare(message) ?? []))
  })
}
