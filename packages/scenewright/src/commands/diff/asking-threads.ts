import type { MessagePort, Worker } from 'node:worker_threads'
import { type BehaviourChange, createComparison } from '@scenewright/differ'
import type { BotSettings } from '@scenewright/model/config'
import { createBot, type SimulatedScenario } from '@scenewright/simulator'
import { workerEntry } from '../../bin-files.ts'
import type { MessageParts } from './message-parts.ts'

/** The data to create the bots of both sides: plain data, so that each thread creates its own. */
export interface BothBots {
  readonly base: readonly SimulatedScenario[]
  readonly head: readonly SimulatedScenario[]
  readonly settings: { readonly base: BotSettings; readonly head: BotSettings }
  /** From the keys of the base to those that they have at the head. */
  readonly renames: ReadonlyMap<string, string>
}

/** The task of a worker thread. */
export interface AskingTask {
  readonly bots: BothBots
}

/** Threads that have been started. */
export interface AskingThreads {
  /** Settled when each has found no part left, or one has failed. An aborted signal rejects it, with its reason. */
  readonly done: Promise<unknown>
  /** Resolves when none of them is there any more. */
  stop(): Promise<unknown>
}

/**
 * Starts so many threads, which take parts of the messages and give what they find until none is left, or the signal is
 * aborted.
 */
export function startAskingThreads(
  bots: BothBots,
  parts: MessageParts,
  { threads, signal }: { readonly threads: number; readonly signal: AbortSignal },
): AskingThreads {
  signal.throwIfAborted()
  // Loaded when it is needed: few calls ask about that many messages.
  const { Worker } = process.getBuiltinModule('node:worker_threads')
  const workerData: AskingTask = { bots }
  const workers = Array.from({ length: threads }, () => new Worker(workerEntry, { workerData }))
  const stop = () => Promise.all(workers.map(worker => worker.terminate()))
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  const done = Promise.race([aborted, Promise.all(workers.map(worker => handOut(worker, parts)))])
  // It is waited for later; until then a failure must not end the process.
  done.catch(() => {})
  return { done, stop }
}

/** Two parts are on their way at once, so that the thread need not wait while this one is busy. */
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
    worker.on('message', (changes: readonly BehaviourChange[]) => {
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

/** A worker's part: answers each list of messages with what changes of them, in their order, until it is stopped. */
export function askInWorker({ bots: { base, head, settings, renames } }: AskingTask, port: MessagePort): void {
  const before = createBot(base, settings.base)
  const compare = createComparison(before, createBot(head, settings.head, before), renames)
  port.on('message', (messages: readonly string[]) => {
    port.postMessage(messages.flatMap(message => compare(message) ?? []))
  })
}
