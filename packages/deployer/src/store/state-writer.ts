import { InternalError, OperationError } from '@scenewright/model'
import { refuseMoved } from '../plan/check-target.ts'
import { readState } from '../state/read-state.ts'
import type { State } from '../state/state.ts'
import { writeState } from '../state/write-state.ts'
import { StateLocked, type StateStore } from './store.ts'

/** The maximum number of entries in the state itself, and the number that remains after the others are archived. */
const maxEntries = 500

const recentEntries = 250

/**
 * Creates a new state from the current one. It is called again if another run has written in between, so it must look
 * up what it needs and have no side effects. Returning the same state means that there is nothing to write. It rejects
 * a change by throwing an OperationError.
 */
export type Change = (state: State) => State

interface Waiting {
  readonly change: Change
  readonly isAlone: boolean
  readonly done: (state: State) => void
  readonly failed: (error: unknown) => void
}

/** How often a lost compare-and-swap is retried: far more often than writers alternate. */
const swapTries = 40

/** How many errors in a row end the attempts to write. */
const maxFailures = 3

/**
 * Writes the changes of one run to a store: one write at a time, with several changes in one write, and again if
 * another run wrote first. A write to a slow store waits for all active work, so that a deploy of a thousand scenarios
 * needs about fifty pushes and not thousands.
 */
export class StateWriter {
  readonly #store: StateStore
  readonly #start: () => State
  readonly #pause: (ms: number) => Promise<void>
  readonly #queue: Waiting[] = []
  #isWriting = false
  #atWork = 0
  #wake: (() => void) | undefined
  #current: { readonly state: State; readonly token: string } | null = null

  /** `start` creates the first state if the store has none; `pause` waits between attempts. */
  constructor(store: StateStore, start: () => State, pause: (ms: number) => Promise<void>) {
    this.#store = store
    this.#start = start
    this.#pause = pause
  }

  /** The last state that was read or written. */
  get state(): State | undefined {
    return this.#current?.state
  }

  /** The stored state, read again; null if there is none. */
  async read(): Promise<State | null> {
    const stored = await this.#store.read()
    const next = stored && { state: readState(stored.text, this.#store.name), token: stored.token }
    const lineage = this.#current?.state.lineage
    if (lineage !== undefined && next?.state.lineage !== lineage) throw replaced(this.#store.name)
    this.#current = next
    return next?.state ?? null
  }

  /**
   * Resolves with the state that contains the change, once it is stored. `isAlone`: no other such change is in the same
   * write, except in a slow store. Rejects with the error of the change, or an OperationError `state` if the store
   * cannot be written.
   */
  change(change: Change, { isAlone = false } = {}): Promise<State> {
    const isApart = isAlone && !this.#store.isSlowToWrite
    return this.aside(
      () =>
        new Promise((done, failed) => {
          this.#queue.push({ change, isAlone: isApart, done, failed })
          if (!this.#isWriting) void this.#drain()
        }),
    )
  }

  /** Runs work that will soon have changes to write: a write to a slow store waits for it. */
  async during<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#atWork += 1
    try {
      return await work()
    } finally {
      this.#rest()
    }
  }

  /** A long part of such work: no write waits for it. */
  readonly aside = async <Result>(wait: () => Promise<Result>): Promise<Result> => {
    this.#rest()
    try {
      return await wait()
    } finally {
      this.#atWork += 1
    }
  }

  #rest(): void {
    this.#atWork -= 1
    if (this.#atWork <= 0) this.#wake?.()
  }

  async #quiet(): Promise<void> {
    while (this.#store.isSlowToWrite && this.#atWork > 0) {
      await new Promise<void>(wake => {
        this.#wake = wake
      })
    }
  }

  async #drain(): Promise<void> {
    this.#isWriting = true
    while (this.#queue.length > 0) {
      await this.#quiet()
      await this.#write(this.#nextBatch())
    }
    this.#isWriting = false
  }

  #nextBatch(): Waiting[] {
    const second = this.#queue.findIndex((one, index) => {
      return one.isAlone && this.#queue.findIndex(other => other.isAlone) !== index
    })
    return this.#queue.splice(0, second < 0 ? this.#queue.length : second)
  }

  async #write(batch: readonly Waiting[]): Promise<void> {
    let failures = 0
    let lastError: unknown
    for (let attempt = 0; attempt < swapTries; attempt += 1) {
      try {
        if (attempt > 0) await this.#pause(Math.min(attempt * 5, 50))
        // A lost reply is detected by reading: a stored change needs no further write.
        if (attempt > 0) await this.read()
        const refused = new Map<Waiting, unknown>()
        const before = this.#current?.state ?? this.#start()
        refuseMoved(before)
        const after = batch.reduce((state, waiting) => applied(state, waiting, refused), before)
        const isStored = after === before || (await this.#swap(after))
        if (!isStored) {
          failures = 0
          lastError = undefined
          continue
        }
        for (const waiting of batch) {
          if (refused.has(waiting)) waiting.failed(refused.get(waiting))
          else waiting.done(this.#current?.state ?? before)
        }
        return
      } catch (error) {
        failures += 1
        lastError = error
        const isFinal = error instanceof InternalError || error instanceof StateLocked
        const isMoved = this.#current?.state.moved !== undefined
        if (isFinal || isMoved || failures >= maxFailures) break
      }
    }
    for (const { failed } of batch) failed(lastError ?? contended(this.#store.name))
  }

  async #swap(state: State): Promise<boolean> {
    const next = await archiveJournal({ ...state, serial: state.serial + 1 }, this.#store)
    const swap = await this.#store.compareAndSwap(this.#current?.token ?? null, writeState(next))
    if (swap.isSwapped) this.#current = { state: next, token: swap.token }
    return swap.isSwapped
  }
}

function applied(state: State, waiting: Waiting, refused: Map<Waiting, unknown>): State {
  try {
    return waiting.change(state)
  } catch (error) {
    refused.set(waiting, error)
    return state
  }
}

function replaced(name: string): OperationError {
  return new OperationError('state', `the state ${name} was deleted or replaced while it was in use`, {
    help: 'restore it; the output and the receipts of this run show its changes',
  })
}

function contended(name: string): OperationError {
  return new OperationError('state', `the state ${name} was repeatedly written by other runs`, {
    help: 'wait until the other runs end, and try again',
  })
}

/**
 * Archives the oldest entries of a long journal into a blob, which refers to the previous blob: the whole journal is
 * preserved, and the state stays small.
 */
async function archiveJournal(state: State, store: Pick<StateStore, 'putBlob'>): Promise<State> {
  const { entries, previous } = state.journal
  if (entries.length <= maxEntries) return state
  const old = entries.slice(0, -recentEntries)
  const hash = await store.putBlob(`${JSON.stringify({ ...(previous !== undefined && { previous }), entries: old })}\n`)
  return { ...state, journal: { previous: hash, entries: entries.slice(-recentEntries) } }
}
